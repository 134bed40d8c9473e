import { expect, it } from 'vitest';
import type { Failure } from '../support/bodies.js';
import { describeApi } from '../support/deliveries.js';

const fetches = (slug: string, gid: string): [string, string][] => [
  ['GET', `/brief/${slug}`],
  ['GET', `/brief/${slug}/${gid}`],
];
const posts = (slug: string, gid: string, article: string): [string, string][] => [
  ['POST', `/bookmark/${slug}/${gid}`],
  ['POST', `/bookmark/${slug}/${gid}/${article}`],
];

describeApi('Rejected requests', (open) => {
  async function refusal(method: string, path: string, options: Parameters<typeof open>[0] = {}) {
    const { mock, send } = await open(options);
    const before = mock.fingerprint();
    const { status, json } = await send<Failure>(method, `/public-api/v1${path}`, { token: 'noor-token' });
    expect(mock.fingerprint()).toBe(before);
    expect(json.error).toHaveLength(1);
    return { status, code: json.error[0].code, message: json.error[0].message };
  }

  it.each([...fetches('steel-wire', '3-1'), ...posts('steel-wire', '3-1', 'wire_prices')])(
    'P7: %s %s gets 404 with hideUnentitled, as if the brief did not exist',
    async (method, path) => {
      const behavior = { hideUnentitled: true };
      const hidden = await refusal(method, path, { behavior });
      expect(hidden).toMatchObject({ status: 404, code: 'not_found' });
      const unknown = await refusal(method, path.replace('steel-wire', 'unknown'), { behavior });
      expect(hidden.message.replace('steel-wire', 'unknown')).toBe(unknown.message);
    },
  );

  it.each([...fetches('retired', '6-1'), ...posts('retired', '6-1', 'last_words')])(
    'P20: %s %s of a public, inactive brief gets 404',
    async (method, path) => {
      expect(await refusal(method, path)).toMatchObject({ status: 404, code: 'not_found' });
    },
  );

  it('P20: an inactive brief gets 404 for users with every kind of entitlement', async () => {
    const { mock, ann, ben, cleo } = await open();
    mock.data.brief.updateMany({ where: {}, data: { is_active: false } });
    expect((await ann.get('/brief/steel-wire')).status).toBe(404);
    expect((await ben.get('/brief/harbour-log')).status).toBe(404);
    expect((await cleo.get('/brief/oak-insider')).status).toBe(404);
    expect((await ann.get('/brief/core-notes')).status).toBe(404);
    expect((await ann.post('/bookmark/steel-wire/3-1')).status).toBe(404);
    expect((await ann.get('/brief')).json).toEqual({ data: [] });
  });
});

/** The faults that a request can have, in the order in which the server checks them. */
const faults = ['token', 'slug', 'entitlement', 'gid', 'article'] as const;
type Fault = (typeof faults)[number];

const expected: Record<Fault, { status: number; code: string }> = {
  token: { status: 401, code: 'unauthorized' },
  slug: { status: 404, code: 'not_found' },
  entitlement: { status: 403, code: 'not_entitled' },
  gid: { status: 404, code: 'not_found' },
  article: { status: 404, code: 'not_found' },
};

const pairs = faults.flatMap((first, n) => faults.slice(n + 1).map((second) => [first, second] as const));

/** The token and the path segments of a request for `steel-wire`, which Ann may read and Noor may not. */
function requestWith(wrong: readonly Fault[]) {
  const has = (fault: Fault) => wrong.includes(fault);
  return {
    token: has('token') ? 'no-token' : has('entitlement') ? 'noor-token' : 'ann-token',
    // Nobody is entitled to an unknown brief, so either token can go with it.
    slug: has('slug') ? 'unknown' : 'steel-wire',
    gid: has('gid') ? '9-9' : '3-1',
    article: has('article') ? 'nothing' : 'wire_prices',
  };
}

describeApi('A request with two faults', (open) => {
  it.each(pairs)('P22: is rejected for its %s, not for its %s, when it bookmarks an article', async (first, second) => {
    const { send } = await open();
    const { token, slug, gid, article } = requestWith([first, second]);
    const { status, json } = await send<Failure>('POST', `/public-api/v1/bookmark/${slug}/${gid}/${article}`, {
      token,
    });
    expect({ status, code: json.error[0].code }).toEqual(expected[first]);
  });

  it.each(pairs.filter((pair) => !pair.includes('article')))(
    'P22: is rejected for its %s, not for its %s, when it bookmarks or fetches a document',
    async (first, second) => {
      const { send } = await open();
      const { token, slug, gid } = requestWith([first, second]);
      for (const [method, resource] of [
        ['POST', 'bookmark'],
        ['GET', 'brief'],
      ]) {
        const path = `/public-api/v1/${resource}/${slug}/${gid}`;
        const { status, json } = await send<Failure>(method as string, path, { token });
        expect({ status, code: json.error[0].code }).toEqual(expected[first]);
      }
    },
  );

  it.each([
    ['token', 'slug'],
    ['token', 'entitlement'],
    ['slug', 'entitlement'],
  ] as const)(
    'P22: is rejected for its %s, not for its %s, when it fetches the latest document',
    async (first, second) => {
      const { send } = await open();
      const { token, slug } = requestWith([first, second]);
      const { status, json } = await send<Failure>('GET', `/public-api/v1/brief/${slug}`, { token });
      expect({ status, code: json.error[0].code }).toEqual(expected[first]);
    },
  );

  it.each([
    ['slug', 'gid'],
    ['slug', 'article'],
    ['gid', 'article'],
  ] as const)('P22: gets a message about its %s, not about its %s', async (first, second) => {
    const { send } = await open();
    const both = requestWith([first, second]);
    const alone = requestWith([first]);
    const messages = await Promise.all(
      [both, alone].map(async ({ token, slug, gid, article }) => {
        const path = `/public-api/v1/bookmark/${slug}/${gid}/${article}`;
        return (await send<Failure>('POST', path, { token })).json.error[0].message;
      }),
    );
    expect(messages[0]).toBe(messages[1]);
  });

  it('P22: gets 403 without an entitlement to a brief that has nothing published', async () => {
    const { mock, noor } = await open();
    mock.data.brief.create({ id: 'b8', name: 'Blank', slug: 'blank' });
    expect((await noor.get('/brief/blank')).status).toBe(403);
    mock.data.brief_document.create({ gid: '8-1', brief_id: 'b8', date: '2026-03-05' });
    expect((await noor.get('/brief/blank/8-1')).status).toBe(403);
  });

  it('P22: gets 403 for a repeated POST without the entitlement, and 200 for a DELETE', async () => {
    const { mock, ann } = await open();
    for (const path of ['/bookmark/steel-wire/3-1', '/bookmark/steel-wire/3-1/wire_prices']) await ann.post(path);
    mock.data.brief_entitlement.deleteMany({ where: {} });
    for (const path of ['/bookmark/steel-wire/3-1', '/bookmark/steel-wire/3-1/wire_prices']) {
      const { status, json } = await ann.post<Failure>(path);
      expect({ status, code: json.error[0].code }).toEqual({ status: 403, code: 'not_entitled' });
      expect((await ann.delete(path)).status).toBe(200);
    }
  });

  const bookmarked = ['/bookmark/steel-wire/3-1', '/bookmark/steel-wire/3-1/wire_prices'];

  it.each(['same', 'conflict'] as const)(
    'P20, P22: gets 404 for a POST on an inactive brief, repeated or not, with repeatBookmark: %s',
    async (repeatBookmark) => {
      const { mock, ann } = await open({ behavior: { repeatBookmark } });
      await ann.post(bookmarked[0] as string);
      mock.data.brief.updateMany({ where: {}, data: { is_active: false } });
      for (const path of bookmarked) expect((await ann.post(path)).status).toBe(404);
    },
  );

  it.each(['same', 'conflict'] as const)(
    'P20, P22: gets 404 for a POST on an unpublished document, repeated or not, with repeatBookmark: %s',
    async (repeatBookmark) => {
      const { mock, ann } = await open({ behavior: { repeatBookmark } });
      await ann.post(bookmarked[0] as string);
      mock.clock.set('2000-01-01T00:00:00Z');
      for (const path of bookmarked) expect((await ann.post(path)).status).toBe(404);
    },
  );

  it('P9, P22: gets 404, not 403, for a DELETE without the entitlement when nothing is bookmarked', async () => {
    const { noor } = await open();
    expect((await noor.delete('/bookmark/steel-wire/3-1')).status).toBe(404);
    expect((await noor.delete('/bookmark/steel-wire/3-1/wire_prices')).status).toBe(404);
  });

  it('P8, P22: gets 403 for a repeated POST without the entitlement, also with repeatBookmark: conflict', async () => {
    const { mock, ann } = await open({ behavior: { repeatBookmark: 'conflict' } });
    await ann.post('/bookmark/steel-wire/3-1');
    mock.data.brief_entitlement.deleteMany({ where: {} });
    expect((await ann.post('/bookmark/steel-wire/3-1')).status).toBe(403);
  });

  it('P22: gets 401 for an invalid token before 404 for an unknown brief, gid or article, for a DELETE', async () => {
    const { send } = await open();
    for (const path of ['/bookmark/unknown/1-104', '/bookmark/morning/9-9', '/bookmark/morning/1-104/nothing']) {
      expect((await send('DELETE', `/public-api/v1${path}`, { token: 'no-token' })).status).toBe(401);
      expect((await send('DELETE', `/public-api/v1${path}`, { token: 'ann-token' })).status).toBe(404);
    }
  });
});
