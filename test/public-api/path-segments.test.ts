import { expect, it } from 'vitest';
import type { BookmarkRecord, BriefDocument, Failure } from '../support/bodies.js';
import { describeApi } from '../support/deliveries.js';

const token = 'ann-token';

/** Path segments as they are sent, before decoding. */
const odd: [string, string][] = [
  ['a slash', '%2F'],
  ['slashes around a name', '%2Fmorning%2F'],
  ['an encoded percent sign', '100%25'],
  ['a slash that is encoded twice', '%252F'],
  ['a lone percent sign', '%'],
  ['a percent sign without hex digits', '50%zz'],
  ['an incomplete UTF-8 sequence', '%E2%82'],
  ['an encoded surrogate', '%ED%A0%80'],
  ['a null character', '%00'],
  ['a space', '%20'],
  ['a plus', 'a+b'],
  ['white space', '%09%0A'],
  ['accents', encodeURIComponent('Ångström')],
  ['emoji', encodeURIComponent('🚀')],
  ['dots', '...'],
  ['a colon', ':brief_slug'],
  ['a star', '*'],
  ['parentheses and a question mark', '(a)%3Fb'],
  ['a semicolon', 'morning;v=1'],
  ['a quote', "'%22%3C%3E"],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['toString', 'toString'],
  ['a capital letter', 'Morning'],
  ['a very long name', 'x'.repeat(6000)],
];

describeApi('Unusual path segments', (open) => {
  it.each(odd)('X5: %s as slug or gid gets 404 not_found', async (_, segment) => {
    const { mock, send } = await open();
    const before = mock.fingerprint();
    const requests = [
      ['GET', `/brief/${segment}`],
      ['GET', `/brief/${segment}/1-104`],
      ['GET', `/brief/morning/${segment}`],
      ['POST', `/bookmark/${segment}/1-104`],
      ['POST', `/bookmark/morning/${segment}`],
      ['POST', `/bookmark/morning/1-104/${segment}`],
      ['DELETE', `/bookmark/morning/1-104/${segment}`],
    ] as const;
    for (const [method, path] of requests) {
      const { status, json } = await send<Failure>(method, `/public-api/v1${path}`, { token });
      expect(`${method} ${path}: ${status} ${json.error[0].code}`).toBe(`${method} ${path}: 404 not_found`);
    }
    expect(mock.fingerprint()).toBe(before);
  });

  it('X5: a path with the names of its parameters has them as values', async () => {
    const { send } = await open();
    const { json } = await send<Failure>('GET', '/public-api/v1/brief/:brief_slug', { token });
    expect(json.error[0].message).toBe('There is no brief :brief_slug');
  });

  const names = [
    ...['a/b', '/', '100%', '%', '%2F', '%25', 'a b', 'a+b', 'Ångström', '日本', '🚀', '__proto__', 'constructor'],
    ...[':brief_slug', '*', 'a?b#c', 'a;b', '(x)', 'x'.repeat(3000)],
  ];

  it.each(names)('a brief, a document and an article with the slug and gid %s are found', async (name) => {
    const { mock, send } = await open();
    mock.data.brief.create({ id: 'odd', name: 'Odd', slug: name, is_public: true });
    mock.data.brief_document.create({ gid: name, brief_id: 'odd', date: '2026-03-04' });
    mock.data.article.create({ brief_gid: name, gid: name, title: 'Odd' });
    const segment = encodeURIComponent(name);

    const document = await send<BriefDocument>('GET', `/public-api/v1/brief/${segment}/${segment}`, { token });
    expect(document.json.data).toMatchObject({ slug: name, gid: name, article: [{ gid: name }] });
    const latest = await send<BriefDocument>('GET', `/public-api/v1/brief/${segment}`, { token });
    expect(latest.json.data.gid).toBe(name);

    const path = `/public-api/v1/bookmark/${segment}/${segment}/${segment}`;
    const made = await send<BookmarkRecord>('POST', path, { token });
    expect(made.json.data[0].value).toEqual({
      brief_slug: name,
      brief_gid: name,
      article_gid: name,
      url: `brief:${name}/article:${name}`,
    });
    expect((await send('DELETE', path, { token })).status).toBe(200);
  });

  it('plain letters of a slug and a gid may be percent-encoded', async () => {
    const { send } = await open();
    const { json } = await send<BriefDocument>('GET', '/public-api/v1/brief/%6D%6Frning/1%2D104', { token });
    expect(json.data).toMatchObject({ slug: 'morning', gid: '1-104' });
  });
});
