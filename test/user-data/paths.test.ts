import { describe, expect, it } from 'vitest';
import { open, readableById, unreadableById } from '../support/user-data.js';

/** Ids that are not plain decimal integers, or not safe integers. */
const oddIds = [
  '01',
  '1.0',
  '1e0',
  '-1',
  '+1',
  '0x1',
  '1,0',
  '%201',
  '1%20',
  '１',
  'one',
  'null',
  '9007199254740992',
  '9007199254740993',
  '99999999999999999999999',
  '1%00',
  '%00',
  '%2e%2e%2f1',
  '1%2f',
  '1;v=2',
  '%',
  '%ff',
  '[]',
  '{pk:int}',
  'constructor',
  '__proto__',
];

describe('X10: an id that is not a plain decimal integer gets 404', () => {
  it('in PUT /client-brief', async () => {
    for (const id of oddIds) expect(await open().refusal('PUT', `/client-brief/${id}`, {})).toMatch(/^404 not_found/);
  });

  it('as any of the three ids of /user-application-preference', async () => {
    const { refusal } = open();
    const removal = { ids: [], type: 'entity' };
    for (const id of oddIds) {
      for (const owner of [`${id}/1`, `1/${id}`]) {
        const path = `/user-application-preference/${owner}`;
        expect(await refusal('GET', path), path).toMatch(/^404 not_found/);
        expect(await refusal('POST', path, []), path).toMatch(/^404 not_found/);
        expect(await refusal('DELETE', path, removal), path).toMatch(/^404 not_found/);
        expect(await refusal('PUT', `${path}/1`, {}), path).toMatch(/^404 not_found/);
      }
      expect(await refusal('PUT', `/user-application-preference/1/1/${id}`, {})).toMatch(/^404 not_found/);
    }
  });
});

describe('X23, X5: an unsupported method gets 405, and the header Allow lists the supported ones', () => {
  const collection = ['GET', 'HEAD', 'OPTIONS', 'POST'];
  const record = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PUT'];
  const writable = ['DELETE', 'OPTIONS', 'PUT'];
  const cases: [string, string[]][] = [
    ...[...readableById, ...unreadableById].map((path): [string, string[]] => [path, collection]),
    ...readableById.map((path): [string, string[]] => [`${path}/1`, record]),
    ...unreadableById.map((path): [string, string[]] => [`${path}/1`, writable]),
    ['/client-brief/1', ['OPTIONS', 'PUT']],
    ['/user-application-preference/1/1', ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/user-application-preference/1/1/1', ['OPTIONS', 'PUT']],
    ['/get-preference', ['OPTIONS', 'POST']],
    ['/set-preference', ['OPTIONS', 'POST']],
    ['/content-entitlement-sync', ['OPTIONS', 'POST']],
    ['/content-entitlement-sync/filter', ['OPTIONS', 'POST']],
    ['/user-brief/filter', collection],
    ['/brief-entitlement', collection],
    ['/application-entitled-brief', ['GET', 'HEAD', 'OPTIONS']],
  ];

  it.each(cases)('for %s: %j', async (path, allowed) => {
    const { send } = open();
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((name) => !allowed.includes(name))) {
      const { status, headers } = await send(method, `/user-data/v1${path}`);
      expect(status, `${method} ${path}`).toBe(405);
      expect(headers.get('allow')?.split(', ').sort()).toEqual(allowed);
    }
  });
});

describe('X5: an unknown path', () => {
  it.each([
    ['GET', '/clients', 'GET /user-data/v1/client'],
    ['POST', '/brief-entitlements', 'POST /user-data/v1/brief-entitlement'],
    ['GET', '/client/1/users', 'GET /user-data/v1/client/:id'],
    ['GET', '/brief-entitlement/1', 'GET /user-data/v1/brief-entitlement'],
    ['POST', '/get-preferences', 'POST /user-data/v1/get-preference'],
    ['GET', '/user-brief/filters', 'GET /user-data/v1/user-brief/filter'],
    ['GET', '/', 'GET /user-data/v1/user'],
    ['GET', '/Client', 'GET /user-data/v1/client'],
  ])('gets 404 no_such_route: %s %s, with %s as the nearest', async (method, path, nearest) => {
    const { send } = open();
    const { status, json } = await send(method, `/user-data/v1${path}`);
    expect(status).toBe(404);
    const { error } = json as unknown as { error: { code: string; message: string } };
    expect(error.code).toBe('no_such_route');
    expect(error.message).toMatch(new RegExp(`${nearest}(?![\\w/:-])`));
  });

  it('X15: gets 404 no_such_version below a version that has no routes', async () => {
    const { send } = open();
    for (const path of ['/v2', '/v2/client', '/v2/client/1', '/v2/nothing', '/v3/client', '/v10']) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { status, json } = await send(method, `/user-data${path}`);
        expect(status).toBe(404);
        expect(json).toMatchObject({ data: null, error: { code: 'no_such_version' } });
      }
    }
  });

  it('gets 404 no_such_route if it has no version', async () => {
    const { send } = open();
    for (const path of ['/user-data', '/user-data/', '/user-data/client', '/user-data/v1', '/user-data/vx/client']) {
      const { status, json } = await send('GET', path);
      expect(status, path).toBe(404);
      expect(json).toMatchObject({ error: { code: 'no_such_route' } });
    }
  });
});
