import type { Row } from 'briefs-mock';
import { awkwardContent } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { describeApi } from '../support/deliveries.js';
import { staged } from '../support/scenario-api.js';

const play = staged(awkwardContent);
const { data } = play().mock;
const articles = data.article.getAll();

type Shown = Pick<Row<'article'>, 'gid' | 'title' | 'snippet' | 'source'> & { category: string; share: string };
type Bookmarked = Omit<Row<'article'>, 'source'> & { sources: Row<'article'>['source']; brief: { name: string } };

describeApi('awkward-content', (open) => {
  it('articles are answered byte for byte as they are stored', async () => {
    const api = await open({ scenario: awkwardContent, seed: 7 });
    const { text, json } = await api.as('aya-token').get<{ data: { article: Shown[] } }>('/brief/odds-and-ends');
    const shown = json.data.article;
    expect(shown.map(({ gid }) => gid)).toEqual(articles.map(({ gid }) => gid));
    for (const [place, { category, title, source, snippet }] of articles.entries()) {
      // P21: in a document, a missing category is an empty string.
      expect(shown[place]).toMatchObject({ category: category ?? '', title, source, snippet });
      for (const part of [title, snippet, source]) expect(text).toContain(JSON.stringify(part));
    }
  });

  it('bookmarked articles and brief names are answered as they are stored, null included', async () => {
    const api = await open({ scenario: awkwardContent, seed: 7 });
    const { json } = await api.as('aya-token').get<{ data: Bookmarked[] }>('/bookmark/article');
    const newestFirst = articles.toReversed();
    expect(json.data).toHaveLength(newestFirst.length);
    for (const [place, { gid, category, title, source, snippet }] of newestFirst.entries()) {
      expect(json.data[place]).toMatchObject({ gid, category, title, sources: source, snippet });
    }
    expect(json.data[0]?.brief.name).toBe('Odds & Ends <b>“Daily”</b> — it\'s "all" here');
  });

  it('briefs with unusual names and slugs are listed, and found by their encoded slug', async () => {
    const api = await open({ scenario: awkwardContent, seed: 7 });
    const { json } = await api.as('li-token').get<{ data: { name: string; slug: string }[] }>('/brief');
    const briefs = data.brief.getAll().map(({ name, slug }) => ({ name, slug }));
    expect(json.data).toHaveLength(briefs.length);
    expect(json.data).toEqual(expect.arrayContaining(briefs));
    for (const { name, slug } of briefs) {
      const path = `/brief/${encodeURIComponent(slug)}`;
      const { status, json } = await api.as('li-token').get<{ data: { name: string; slug: string } }>(path);
      expect([status, json.data.name, json.data.slug]).toEqual([200, name, slug]);
    }
  });
});

describe('awkward-content', () => {
  // Written as escapes, so that an editor cannot change the expected text.
  it.each([
    ['HTML', 'Council votes 5 < 7 against <b>\u201cA & B\u201d</b> road; 3 > 2 abstain'],
    ['entities that are not decoded', 'Caf&eacute; raises prices by &frac12;&nbsp;&euro;'],
    ['right-to-left text', '\u05e0\u05de\u05dc \u05d7\u05d9\u05e4\u05d4: 12 '],
    ['bidirectional controls', '\u2067Antwerp\u2069'],
    ['emoji of several code points', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466} Family'],
    ['a lone surrogate', 'Cut off in the middle: \ud83d'],
    ['composed and decomposed letters', 'Caf\u00e9 and Cafe\u0301'],
    ['control characters', '\u0000\u0007\u001b[31mRed?'],
    ['line separators and invisible spaces', 'nothing\u200b and\u00a0\u00a0hard  spaces\u2028end'],
    ['text that looks like code', "{{title}} \u0024{name} %s %20 <%= x %> '; DROP TABLE"],
  ])('has %s', async (_, part) => {
    const { json } = await play().as<{ article: Shown[] }>('aya', 'GET', '/brief/odds-and-ends');
    const texts = json.data.article.flatMap(({ title, snippet }) => [title, snippet]);
    expect(texts.filter((text) => text.includes(part))).toHaveLength(1);
  });

  it('has very long words, empty strings and null fields', () => {
    const words = articles.flatMap(({ title, snippet }) => `${title} ${snippet}`.split(/\s/));
    expect(Math.max(...words.map((word) => word.length))).toBeGreaterThan(900);
    expect(articles.filter(({ snippet, source }) => snippet === '' && source.length === 0)).toHaveLength(1);
    expect(new Set(articles.map(({ category }) => category))).toContain(null);
    expect(new Set(articles.map(({ category }) => category))).toContain('');
  });

  it('share links are well-formed, whatever the title and snippet', async () => {
    const { json } = await play().as<{ article: Shown[] }>('aya', 'GET', '/brief/odds-and-ends');
    for (const { share, title } of json.data.article) {
      const [, subject = '', body = ''] = /^mailto:\?subject=([^&?#]*)&body=([^&?#]*)$/.exec(share) ?? [];
      expect(decodeURIComponent(subject)).toBe(title);
      expect(() => decodeURIComponent(body)).not.toThrow();
    }
  });

  it('users are listed with their names and e-mails as they are stored', async () => {
    const users = await play().userData.get('/user');
    expect(users).toEqual(data.user.getAll());
    expect(users).toMatchObject([
      { fname: '\u0622\u064a\u0629', email: 'aya@mailbox.example' },
      { lname: "O'Neill-Mac Giolla Phádraig & Sons <3rd>", email: 'oz@mailbox.example' },
      { fname: 'L', lname: 'Å', sf_id: null, client_id: null },
      { email: 'a@b' },
      { lname: ' ', email: "Very.Long+Tag_of.O'Somebody-with%an=odd~address@sub.sub.sub.example" },
    ]);
  });

  it('preferences have empty values, null, and a value of 2000 characters', async () => {
    const { userData } = play();
    const set = await userData.post<{ generic: object[]; entity: object[] }[]>('/get-preference', {});
    const values = set
      .flatMap(({ generic }) => generic)
      .map((value) => (value as { preference_value: string }).preference_value);
    expect(values).toEqual(data.generic_preference.getAll().map(({ preference_value }) => preference_value));
    expect(values).toEqual(expect.arrayContaining(['', null, '0'.repeat(2000)]));
    const gids = set.flatMap(({ entity }) => entity).map((value) => (value as { entity_gid: string }).entity_gid);
    expect(gids).toEqual(expect.arrayContaining(['', null]));
    const [legacy] = await userData.get<{ preference_value: object }[]>('/user-preference');
    expect(JSON.stringify(legacy?.preference_value)).toContain('{"":null,"a.b[0]":[[],{},[[]]],');
  });
});
