import { createMock, type Row } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';

type Article = Row<'article'>;

function grouped<Key>(articles: readonly Article[], keyOf: (article: Article) => Key): Map<Key, Article[]> {
  const groups = new Map<Key, Article[]>();
  for (const article of articles) {
    const key = keyOf(article);
    groups.set(key, [...(groups.get(key) ?? []), article]);
  }
  return groups;
}

describe.each([0, 7, 4711])('the articles with seed %i', (seed) => {
  const { data } = createMock({ scenario: newsroom, seed });
  const articles = data.article.getAll();
  const byDocument = grouped(articles, ({ brief_gid }) => brief_gid);

  it('each document has four to seven, numbered by position', () => {
    expect(byDocument.size).toBe(data.brief_document.count());
    for (const list of byDocument.values()) {
      expect(list.length).toBeGreaterThanOrEqual(4);
      expect(list.length).toBeLessThanOrEqual(7);
      expect(list.map(({ position }) => position)).toEqual(list.map((_, index) => index + 1));
    }
  });

  it('gids, titles and snippets are unique in a document, and titles in a brief', () => {
    const briefOf = new Map(data.brief_document.getAll().map(({ gid, brief_id }) => [gid, brief_id]));
    const unique = (list: readonly Article[], part: (article: Article) => string) =>
      expect(new Set(list.map(part)).size).toBe(list.length);
    for (const list of byDocument.values()) {
      unique(list, ({ gid }) => gid);
      unique(list, ({ title }) => title.replace(/[\d.,]+/g, '#'));
      unique(list, ({ snippet }) => snippet);
    }
    for (const list of grouped(articles, ({ brief_gid }) => briefOf.get(brief_gid)).values()) {
      unique(list, ({ title }) => title);
    }
  });

  it('gids are made from titles', () => {
    for (const { gid, title } of articles) {
      expect(gid).toMatch(/^[a-z0-9]+(_[a-z0-9]+)+$/);
      const words = title
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .split(/[^a-z0-9]+/);
      expect(gid).toBe(words.filter(Boolean).join('_'));
    }
  });

  it('titles and snippets are complete texts without placeholders', () => {
    for (const { title, snippet } of articles) {
      expect(title).toMatch(/^[A-Z].{10,}[^.\s]$/);
      expect(title).not.toMatch(/[<>{}|]|&\w+;| {2}/);
      expect(snippet).toMatch(/^(&ldquo;)?[A-Z].*\.$/);
      expect(`${title} ${snippet}`).not.toMatch(/\b(lorem|ipsum|undefined|null|NaN)\b|[{}|]/i);
      // One to three sentences.
      expect(snippet.replace(/<[^>]+>/g, '').match(/[.?!](?= [A-Z&]|$)/g)?.length).toBeLessThanOrEqual(3);
    }
  });

  it('snippets are well-formed HTML: known tags, all closed, and no bare ampersand', () => {
    for (const { snippet } of articles) {
      const rest = snippet.replace(/<(b|em)>[^<>]+<\/\1>|<a href="https:\/\/[\w./-]+">[^<>]+<\/a>/g, '');
      expect(rest).not.toMatch(/[<>]/);
      expect(rest.replace(/&(amp|ldquo|rdquo);/g, '')).not.toContain('&');
    }
  });

  it('every kind of snippet, category and source list occurs at least ten times', () => {
    const some = (test: (article: Article) => boolean) => expect(articles.filter(test).length).toBeGreaterThan(9);
    some(({ snippet }) => snippet.includes('<b>'));
    some(({ snippet }) => snippet.includes('<em>'));
    some(({ snippet }) => snippet.includes('<a href='));
    some(({ snippet }) => snippet.includes('&amp;'));
    some(({ snippet }) => !/[<&]/.test(snippet));
    some(({ category }) => category === null);
    some(({ source }) => source.length === 0);
    some(({ source }) => source.length > 1);
  });

  it('sources have a name and a link to an example site, dated like the document', () => {
    const dateOf = new Map(data.brief_document.getAll().map(({ gid, date }) => [gid, date]));
    for (const { source, brief_gid } of articles) {
      for (const { name, link } of source) {
        expect(name).not.toBe('');
        expect(new URL(link).hostname).toMatch(/^[a-z]+\.example$/);
        expect(link).toContain(dateOf.get(brief_gid)?.replaceAll('-', '/') ?? 'no date');
      }
    }
  });
});
