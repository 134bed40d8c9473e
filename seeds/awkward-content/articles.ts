import type { Row } from '../../src/model/tables.js';

type Awkward = Pick<Row<'article'>, 'gid' | 'category' | 'title' | 'source' | 'snippet'>;

/** Invisible characters are written as escapes. */
const NO_BREAK = '\u00a0';
const ZERO_WIDTH = '\u200b';
const LINE_SEPARATOR = '\u2028';
const RIGHT_TO_LEFT = '\u202e';
const ISOLATE = '\u2067';
const END_OF_ISOLATE = '\u2069';

/** The articles of one document. Each is awkward in a different way. */
export function awkwardArticles(): readonly Awkward[] {
  return [
    {
      gid: 'council_votes_on_road',
      category: 'Roads & <em>Rail</em>',
      title: 'Council votes 5 < 7 against <b>“A & B”</b> road; 3 > 2 abstain',
      source: [{ name: 'Tolls & Ferries <Weekly>', link: 'https://tolls.example/a?x=1&y=2&z="3"#top' }],
      snippet:
        '<p class="lead" style=\'color: red\'>The <b>vote <i>was</b> close</i>.<br/><a href="https://tolls.example/?a=1&amp;b=2" ' +
        'title="1 > 0">Minutes</a> <!-- not > yet --> <img src=x onerror="alert(1)"><script>alert("2 < 3")</script>' +
        '<ul><li>Yes: 5<li>No: 7</ul> a<b and <unknown-tag>more</unknown-tag> <a href="unclosed',
    },
    {
      gid: 'cafe_raises_prices',
      category: 'Food &amp; Drink',
      title:
        'Caf&eacute; raises prices by &frac12;&nbsp;&euro; &ndash; &ldquo;&amp;amp;&rdquo; &#x1F600; &#8364; &bogus; &copy',
      source: [{ name: 'Smith &amp; Sons', link: 'https://smith.example/%E2%82%AC?q=%26amp%3B' }],
      snippet:
        'Guests pay &#8364;&nbsp;3&middot;50 &lt;more&gt; &amp;lt;less&amp;gt; than in Caf\u00e9 and Cafe\u0301.',
    },
    {
      gid: 'port_of_haifa',
      category: 'נמלים',
      title: 'נמל חיפה: 12 אוניות (ships) המתינו ב-3 במרץ, "עיכוב" של 48%',
      source: [{ name: 'صحيفة الميناء', link: 'https://port.example/الأخبار/ميناء' }],
      snippet: `ارتفعت الأسعار بنسبة <b>٤٫٨٪</b> في Rotterdam و${ISOLATE}Antwerp${END_OF_ISOLATE}، وفق ${RIGHT_TO_LEFT}gpj.exe`,
    },
    {
      gid: 'emoji_in_court',
      category: '⚖️',
      title: '👨‍👩‍👧‍👦 Family 🏳️‍🌈 wins 🏴󠁧󠁢󠁳󠁣󠁴󠁿 case over 👍🏿 in 1️⃣ text; 🇩🇰🇵🇹 judges agree',
      source: [{ name: '🗞️', link: 'https://xn--ls8h.example/👍' }],
      snippet:
        'The thumb 👍 counted as a signature ✍🏽, the court found; 🧑🏻‍🤝‍🧑🏿 appealed 🤷‍♀️. Cut off in the middle: \ud83d',
    },
    {
      gid: 'a_very_long_word',
      category: 'Donaudampfschifffahrtsgesellschaftsverwaltungsangelegenheiten',
      title: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(8),
      source: [{ name: 'W'.repeat(200), link: `https://long.example/${'path-without-end/'.repeat(60)}` }],
      snippet: `It is ${'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(12)}.`,
    },
    { gid: 'x', category: null, title: '–', source: [], snippet: '' },
    { gid: 'empty_texts', category: '', title: ' ', source: [{ name: '', link: '' }], snippet: '   ' },
    {
      gid: 'tokyo_grid',
      category: '電力',
      title: '東京都、送電網の増強に三千億円を投じると発表、二〇三〇年度までに完了へ',
      source: [
        { name: '電力新聞', link: 'https://denryoku.example/記事' },
        { name: 'หนังสือพิมพ์', link: 'https://thai.example/ข่าว' },
      ],
      snippet: 'ราคาไฟฟ้าเพิ่มขึ้นร้อยละสามจุดห้าในเดือนกุมภาพันธ์ बिजली की कीमतें बढ़ीं — Z̷͉͝a̸l̵g̶ó̷ ﬁne Ǆ ß İ ı',
    },
    {
      gid: 'spaces_and_controls',
      category: `Odd${NO_BREAK}spaces`,
      title: `Tabs\tand\nlines,${ZERO_WIDTH}nothing${ZERO_WIDTH} and${NO_BREAK}${NO_BREAK}hard  spaces${LINE_SEPARATOR}end`,
      source: [{ name: ' Leading and trailing ', link: ' https://spaces.example/ ' }],
      snippet: '\r\n\tFirst line.\r\n\r\nThird line. \u0000\u0007\u001b[31mRed?\u001b[0m \ufeff\ufffd\uffff\n',
    },
    {
      gid: 'looks_like_code',
      category: '__proto__',
      title: `{{title}} \${name} %s %20 <%= x %> '; DROP TABLE article; -- "\\"`,
      source: [{ name: 'null', link: 'javascript:alert(document.domain)' }],
      snippet:
        '=HYPERLINK("https://csv.example","x") null undefined NaN -0 1e400 [object Object] </script>]]>\\u0041\\',
    },
  ];
}
