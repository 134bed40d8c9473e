import { expect, it } from 'vitest';
import type { BookmarkedArticles, BriefDocument } from '../support/bodies.js';
import { type Api, describeApi, type Open } from '../support/deliveries.js';

/** Opens a reading room with a brief `quoted`, whose document `8-1` has the given articles. */
async function openWith(open: Open, articles: { title?: string; snippet?: string; position?: number }[]): Promise<Api> {
  const api = await open();
  const { brief, brief_document, article } = api.mock.data;
  brief.create({ id: 'b8', name: 'Shared & Read', slug: 'quoted', is_public: true });
  brief_document.create({ gid: '8-1', brief_id: 'b8', date: '2026-03-04' });
  for (const [n, values] of articles.entries()) {
    article.create({ brief_gid: '8-1', gid: `a${n}`, title: 'Title', ...values });
  }
  return api;
}

async function fetchQuoted({ ann }: Api): Promise<BriefDocument['data']> {
  return (await ann.get<BriefDocument>('/brief/quoted')).json.data;
}

/** Decodes a share link, as a mail program does. */
function read(link = ''): { subject: string; body: string } {
  const parts = /^mailto:\?subject=([^&?#]*)&body=([^&?#]*)$/.exec(link);
  if (parts === null) throw new Error(`Not a share link: ${link}`);
  const [, subject = '', body = ''] = parts;
  return { subject: decodeURIComponent(subject), body: decodeURIComponent(body) };
}

describeApi('Share links', (open) => {
  const textOf = async (snippet: string) => {
    const { article } = await fetchQuoted(await openWith(open, [{ snippet }]));
    expect(article[0]?.snippet).toBe(snippet);
    return read(article[0]?.share).body;
  };

  it.each([
    ['tags around words', 'Oil <b>and</b> <a href="https://x.example/?a=1&amp;b=2">gas</a>', 'Oil and gas'],
    ['a tag before punctuation', '<em>Output</em>, up <b>3%</b>.', 'Output, up 3%.'],
    ['a tag inside a word', 'CO<sub>2</sub>-neutral <i>re</i>use', 'CO2-neutral reuse'],
    ['tags in upper case', '<STRONG>Steel</STRONG> prices', 'Steel prices'],
    ['self-closing tags', 'Line one<br/> line two <img src="a.png" alt="b"/>', 'Line one line two'],
    ['a tag over two lines', 'See <a\n href="https://x.example"\n>here</a>', 'See here'],
    ['an attribute with a > in it', '<a title="1 > 0" href="https://x.example">More</a> to read', 'More to read'],
    ['a comment', 'Before <!-- not this -->after', 'Before after'],
    ['a comment with a > and tags in it', 'Before <!-- a > <b>b</b> -->after', 'Before after'],
    ['an unclosed comment stays', 'Before <!-- after', 'Before <!-- after'],
    ['an attribute with a < in it', '<a title="1 < 2" href="https://x.example">More</a> to read', 'More to read'],
    ['an attribute with an apostrophe', "<p class=it's>More</p>", 'More'],
    ['an attribute with an unclosed quote', '<p title="x>More</p>', 'More'],
    ['a declaration', '<!DOCTYPE html><p>More</p>', 'More'],
    ['nothing but tags', '<p></p><br>', ''],
    ['a bare < before a space stays', 'Cranes < ships', 'Cranes < ships'],
    ['a bare < before a digit stays', 'growth <3% this year', 'growth <3% this year'],
    ['a bare < at the end stays', 'less <', 'less <'],
    ['a bare < before a tag stays', '1 < 2 is <b>true</b>', '1 < 2 is true'],
    ['a bare > stays', '3 > 2', '3 > 2'],
  ])('P15: tags are removed from the text: %s', async (_, snippet, text) => {
    expect(await textOf(snippet)).toBe(text);
  });

  it.each([
    ['named', 'Bed &amp; breakfast &quot;caf&eacute;&quot; &mdash; &euro;5', 'Bed & breakfast "café" — €5'],
    ['decimal', '&#8364;5 &#39;net&#39;', "€5 'net'"],
    ['hexadecimal', '&#x20AC;5 &#x1F680;', '€5 🚀'],
    ['of quotation marks', '&ldquo;It&rsquo;s&rdquo; &apos;fine&apos;', "“It’s” 'fine'"],
    ['without a semicolon', '&copy 2026, &#8364 5, R&ampD', '© 2026, € 5, R&ampD'],
    ['of characters in Windows-1252', '&#150; &#x85;', '– …'],
    ['of no character', '&#0; &#xD800; &#99999999999;', '\ufffd \ufffd \ufffd'],
    ['only once', '&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['after the tags are removed', '&lt;b&gt;bold&lt;/b&gt;', '<b>bold</b>'],
    ['unknown ones stay', '&nosuchthing; &constructor; AT&T R&D', '&nosuchthing; &constructor; AT&T R&D'],
    ['those that only HTML 5 has stay', '&NotEqualTilde; &mdash 5', '&NotEqualTilde; &mdash 5'],
  ])('P15: entities are decoded: %s', async (_, snippet, text) => {
    expect(await textOf(snippet)).toBe(text);
  });

  it.each([
    ['spaces, tabs and lines', '  one \t two\r\n\r\nthree  ', 'one two three'],
    ['non-breaking spaces', 'one&nbsp;&nbsp;two\u00a0 three', 'one two three'],
    ['between tags', '<p>one</p>\n  <p>two</p>\n', 'one two'],
    ['nothing but white space', ' \n\t ', ''],
  ])('P15: white space is collapsed: %s', async (_, snippet, text) => {
    expect(await textOf(snippet)).toBe(text);
  });

  it.each([
    ['reserved characters of URLs', '100% of a&b=c?d#e+f/g', '100% of a&b=c?d#e+f/g'],
    ['accents and other scripts', 'Ångström, 日本語, עברית', 'Ångström, 日本語, עברית'],
    ['emoji', '🚀 👩‍🌾 🇳🇴', '🚀 👩‍🌾 🇳🇴'],
  ])('P15: special characters are percent-encoded: %s', async (_, snippet, text) => {
    expect(await textOf(snippet)).toBe(text);
  });

  it('P15: a space is encoded as %20, not as +', async () => {
    const { article } = await fetchQuoted(await openWith(open, [{ title: 'Two words', snippet: 'and three more' }]));
    expect(article[0]?.share).toBe('mailto:?subject=Two%20words&body=and%20three%20more');
  });

  it('P15: a lone surrogate, which no URL can contain, does not break the link', async () => {
    const halves = { title: 'Half \ud83d', snippet: '\ude80 <b>\ud83d</b> whole 🚀' };
    const { article, share } = await fetchQuoted(await openWith(open, [halves]));
    expect(read(article[0]?.share).body).toContain('whole 🚀');
    expect(read(article[0]?.share).subject).toMatch(/^Half ./);
    expect(read(share).body).toContain('whole 🚀');
  });

  it('P15: the subject is the unchanged title', async () => {
    const title = 'Tom & Jerry: 50% <off> &amp; more?';
    const { article } = await fetchQuoted(await openWith(open, [{ title }]));
    expect(read(article[0]?.share).subject).toBe(title);
  });

  it('P15: a long snippet is not cut', async () => {
    const words = Array.from({ length: 2000 }, (_, n) => `word${n}`).join(' ');
    expect(await textOf(`<p>${words}</p>`)).toBe(words);
  });

  it('P15: the time to remove tags grows with the length of the snippet, not with its square', async () => {
    // From each of the 200,000 `<a`, the search for the end of a tag reaches the end of the snippet.
    const snippet = '="<a"'.repeat(200_000);
    expect(await textOf(snippet)).toBe(snippet);
  });

  it('P15: a brief is shared with its name and the snippet of its first article by position', async () => {
    const articles = [
      { position: 2, snippet: 'Second' },
      { position: 1, snippet: '<i>First</i> &amp; foremost' },
    ];
    const { share } = await fetchQuoted(await openWith(open, articles));
    expect(read(share)).toEqual({ subject: 'Shared & Read', body: 'First & foremost' });
  });

  it('P15: a document without articles is shared with an empty body', async () => {
    const { share, article } = await fetchQuoted(await openWith(open, []));
    expect(share).toBe('mailto:?subject=Shared%20%26%20Read&body=');
    expect(article).toEqual([]);
  });

  it('P15: a bookmarked article has the same share link as in its document', async () => {
    const api = await openWith(open, [{ title: 'A & B', snippet: 'x &lt; <b>y</b>' }]);
    await api.ann.post('/bookmark/quoted/8-1/a0');
    const { article } = await fetchQuoted(api);
    const { json } = await api.ann.get<BookmarkedArticles>('/bookmark/article');
    expect(json.data[0]?.share).toBe(article[0]?.share);
    expect(read(json.data[0]?.share)).toEqual({ subject: 'A & B', body: 'x < y' });
  });
});
