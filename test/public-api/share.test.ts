import { expect, it } from 'vitest';
import type { BookmarkedArticles, BriefDocument } from '../support/bodies.js';
import { type Api, describeApi, type Open } from '../support/deliveries.js';

/** A reading room whose brief `quoted` has a document `8-1` with the articles that are given. */
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

/** What a mail program reads from a link. */
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
    ['tags in capitals', '<STRONG>Steel</STRONG> prices', 'Steel prices'],
    ['tags that end themselves', 'Line one<br/> line two <img src="a.png" alt="b"/>', 'Line one line two'],
    ['a tag over two lines', 'See <a\n href="https://x.example"\n>here</a>', 'See here'],
    ['an attribute with a > in it', '<a title="1 > 0" href="https://x.example">More</a> to read', 'More to read'],
    ['a comment', 'Before <!-- not this -->after', 'Before after'],
    ['a comment with a > and tags in it', 'Before <!-- a > <b>b</b> -->after', 'Before after'],
    ['a comment that does not end', 'Before <!-- after', 'Before <!-- after'],
    ['an attribute with a < in it', '<a title="1 < 2" href="https://x.example">More</a> to read', 'More to read'],
    ['an attribute with an apostrophe', "<p class=it's>More</p>", 'More'],
    ['an attribute whose quotes do not end', '<p title="x>More</p>', 'More'],
    ['a declaration', '<!DOCTYPE html><p>More</p>', 'More'],
    ['nothing but tags', '<p></p><br>', ''],
    ['a bare < before a space', 'Cranes < ships', 'Cranes < ships'],
    ['a bare < before a digit', 'growth <3% this year', 'growth <3% this year'],
    ['a bare < at the end', 'less <', 'less <'],
    ['a bare < before a tag', '1 < 2 is <b>true</b>', '1 < 2 is true'],
    ['a bare >', '3 > 2', '3 > 2'],
  ])('P15: of tags, text is left: %s', async (_, snippet, text) => {
    expect(await textOf(snippet)).toBe(text);
  });

  it.each([
    ['named', 'Bed &amp; breakfast &quot;caf&eacute;&quot; &mdash; &euro;5', 'Bed & breakfast "café" — €5'],
    ['decimal', '&#8364;5 &#39;net&#39;', "€5 'net'"],
    ['hexadecimal', '&#x20AC;5 &#x1F680;', '€5 🚀'],
    ['once only', '&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['after the tags', '&lt;b&gt;bold&lt;/b&gt;', '<b>bold</b>'],
    ['unknown ones', '&nosuchthing; AT&T R&D', '&nosuchthing; AT&T R&D'],
  ])('P15: entities are decoded: %s', async (_, snippet, text) => {
    expect(await textOf(snippet)).toBe(text);
  });

  it.each([
    ['spaces, tabs and lines', '  one \t two\r\n\r\nthree  ', 'one two three'],
    ['spaces that may not break', 'one&nbsp;&nbsp;two\u00a0 three', 'one two three'],
    ['between tags', '<p>one</p>\n  <p>two</p>\n', 'one two'],
    ['nothing but white space', ' \n\t ', ''],
  ])('P15: white space is collapsed: %s', async (_, snippet, text) => {
    expect(await textOf(snippet)).toBe(text);
  });

  it.each([
    ['what a URL would stop at', '100% of a&b=c?d#e+f/g', '100% of a&b=c?d#e+f/g'],
    ['accents and other scripts', 'Ångström, 日本語, עברית', 'Ångström, 日本語, עברית'],
    ['emoji', '🚀 👩‍🌾 🇳🇴', '🚀 👩‍🌾 🇳🇴'],
  ])('P15: everything is percent-encoded: %s', async (_, snippet, text) => {
    expect(await textOf(snippet)).toBe(text);
  });

  it('P15: a space is %20, not +', async () => {
    const { article } = await fetchQuoted(await openWith(open, [{ title: 'Two words', snippet: 'and three more' }]));
    expect(article[0]?.share).toBe('mailto:?subject=Two%20words&body=and%20three%20more');
  });

  it('P15: half a surrogate pair, which no URL can hold, breaks nothing', async () => {
    const halves = { title: 'Half \ud83d', snippet: '\ude80 <b>\ud83d</b> whole 🚀' };
    const { article, share } = await fetchQuoted(await openWith(open, [halves]));
    expect(read(article[0]?.share).body).toContain('whole 🚀');
    expect(read(article[0]?.share).subject).toMatch(/^Half ./);
    expect(read(share).body).toContain('whole 🚀');
  });

  it('P15: the subject is the title as it is', async () => {
    const title = 'Tom & Jerry: 50% <off> &amp; more?';
    const { article } = await fetchQuoted(await openWith(open, [{ title }]));
    expect(read(article[0]?.share).subject).toBe(title);
  });

  it('P15: a long snippet is carried whole', async () => {
    const words = Array.from({ length: 2000 }, (_, n) => `word${n}`).join(' ');
    expect(await textOf(`<p>${words}</p>`)).toBe(words);
  });

  it('P15: a brief is shared by its name and its first article, the first by position', async () => {
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

  it('P15: a bookmarked article is shared as in its document', async () => {
    const api = await openWith(open, [{ title: 'A & B', snippet: 'x &lt; <b>y</b>' }]);
    await api.ann.post('/bookmark/quoted/8-1/a0');
    const { article } = await fetchQuoted(api);
    const { json } = await api.ann.get<BookmarkedArticles>('/bookmark/article');
    expect(json.data[0]?.share).toBe(article[0]?.share);
    expect(read(json.data[0]?.share)).toEqual({ subject: 'A & B', body: 'x < y' });
  });
});
