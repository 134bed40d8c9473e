import { expect, it } from 'vitest';
import type { Failure } from '../support/bodies.js';
import { describeApi } from '../support/deliveries.js';

const token = 'ann-token';

describeApi('Unknown paths and methods', (open) => {
  it.each([
    ['GET', '/public-api/v1/briefs', 'GET /public-api/v1/brief'],
    ['GET', '/public-api/v1/bookmark/briefs', 'GET /public-api/v1/bookmark/brief'],
    ['GET', '/public-api/v1/bookmarks/article', 'GET /public-api/v1/bookmark/article'],
    ['POST', '/public-api/v1/bookmarks/morning/1-104', 'POST /public-api/v1/bookmark/:brief_slug/:brief_gid'],
    [
      'DELETE',
      '/public-api/v1/boomark/morning/1-104/x',
      'DELETE /public-api/v1/bookmark/:brief_slug/:brief_gid/:article_gid',
    ],
    ['GET', '/public-api/v1/brief/morning/1-104/extra', 'GET /public-api/v1/brief/:brief_slug/:gid'],
  ])('X5: %s %s gets 404 no_such_route, and the message suggests %s', async (method, path, nearest) => {
    const { send } = await open();
    const { status, json } = await send<Failure>(method, path, { token });
    expect(status).toBe(404);
    expect(json.error[0].code).toBe('no_such_route');
    expect(json.error[0].message).toContain(nearest);
  });

  it.each([
    ['POST', '/brief', ['GET', 'HEAD', 'OPTIONS']],
    ['DELETE', '/brief', ['GET', 'HEAD', 'OPTIONS']],
    ['PATCH', '/brief/morning', ['GET', 'HEAD', 'OPTIONS']],
    ['PUT', '/brief/morning/1-104', ['GET', 'HEAD', 'OPTIONS']],
    ['PATCH', '/bookmark/morning/1-104', ['POST', 'DELETE', 'OPTIONS']],
    ['PUT', '/bookmark/morning/1-104/harvest_begins', ['POST', 'DELETE', 'OPTIONS']],
  ])('X5, X17: %s %s gets 405, and Allow lists %j', async (method, path, allowed) => {
    const { send } = await open();
    const { status, headers, json } = await send<Failure>(method, `/public-api/v1${path}`, { token });
    expect(status).toBe(405);
    expect(json.error[0].code).toBe('method_not_allowed');
    expect(headers.get('allow')?.split(', ').sort()).toEqual([...allowed].sort());
  });

  it('X5, X23: GET of a single bookmark gets 405, not 404', async () => {
    const { send } = await open();
    for (const path of ['/bookmark/morning/1-104', '/bookmark/morning/1-104/harvest_begins']) {
      const { status, headers } = await send('GET', `/public-api/v1${path}`, { token });
      expect(status).toBe(405);
      expect(headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'OPTIONS', 'POST']);
    }
  });

  it('X4: every error has the same schema, and repeats the HTTP status', async () => {
    const { send } = await open({ behavior: { repeatBookmark: 'conflict' } });
    const ask = async (method: string, path: string, as: string) => {
      const { status, json } = await send<Failure>(method, `/public-api${path}`, { token: as });
      expect(json).toEqual({ data: null, error: [{ status, code: expect.any(String), message: expect.any(String) }] });
      return `${status} ${json.error[0].code}`;
    };
    await send('POST', '/public-api/v1/bookmark/morning/1-104', { token });
    expect(await ask('GET', '/v1/brief', 'no-token')).toBe('401 unauthorized');
    expect(await ask('GET', '/v1/brief/steel-wire', 'noor-token')).toBe('403 not_entitled');
    expect(await ask('GET', '/v1/brief/unknown', token)).toBe('404 not_found');
    expect(await ask('GET', '/v1/nothing', token)).toBe('404 no_such_route');
    expect(await ask('GET', '/v2/brief', token)).toBe('404 no_such_version');
    expect(await ask('PUT', '/v1/brief', token)).toBe('405 method_not_allowed');
    expect(await ask('POST', '/v1/bookmark/morning/1-104', token)).toBe('409 conflict');
  });

  it('X18: a trailing slash changes nothing', async () => {
    const { send } = await open();
    for (const path of ['/brief', '/brief/morning', '/brief/morning/1-104', '/bookmark/brief', '/bookmark/article']) {
      const plain = await send('GET', `/public-api/v1${path}`, { token });
      const slashed = await send('GET', `/public-api/v1${path}/`, { token });
      expect(slashed.status).toBe(200);
      expect(slashed.json).toEqual(plain.json);
    }
    for (const path of ['/bookmark/morning/1-104/', '/bookmark/morning/1-104/harvest_begins/']) {
      expect((await send('POST', `/public-api/v1${path}`, { token })).status).toBe(200);
      expect((await send('DELETE', `/public-api/v1${path}`, { token })).status).toBe(200);
      expect((await send('PUT', `/public-api/v1${path}`, { token })).status).toBe(405);
    }
    expect((await send('GET', '/v1/brief/morning/', { token })).status).toBe(200);
  });
});

describeApi('HEAD and OPTIONS', (open) => {
  it('X17: HEAD answers like GET, without the body', async () => {
    const { send } = await open();
    for (const path of ['/brief', '/brief/morning', '/brief/morning/1-104', '/bookmark/brief', '/bookmark/article']) {
      const get = await send('GET', `/public-api/v1${path}`, { token });
      const head = await send('HEAD', `/public-api/v1${path}`, { token });
      expect(head.status).toBe(200);
      expect(head.text).toBe('');
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    }
  });

  it('X17: HEAD gets the error status of GET', async () => {
    const { send } = await open();
    const status = async (path: string, as: string) =>
      (await send('HEAD', `/public-api/v1${path}`, { token: as })).status;
    expect(await status('/brief', 'no-token')).toBe(401);
    expect(await status('/brief/steel-wire', 'noor-token')).toBe(403);
    expect(await status('/brief/unknown', token)).toBe(404);
    expect(await status('/nothing', token)).toBe(404);
    expect(await status('/bookmark/morning/1-104', token)).toBe(405);
  });

  it('X17: OPTIONS answers the preflight of every path with 204, without a token', async () => {
    const { mock, send } = await open();
    const before = mock.fingerprint();
    for (const path of ['/brief', '/brief/morning', '/brief/morning/1-104', '/bookmark/brief', '/bookmark/a/b/c']) {
      const headers = { origin: 'https://app.example', 'access-control-request-method': 'GET' };
      const { status, text } = await send('OPTIONS', `/public-api/v1${path}`, { headers });
      expect(status).toBe(204);
      expect(text).toBe('');
    }
    expect(mock.fingerprint()).toBe(before);
  });
});

describeApi('Requests without a rate limit', (open) => {
  it('X14: 100 requests in a row get 200', async () => {
    const { ann } = await open();
    for (let n = 0; n < 100; n++) expect((await ann.get('/brief')).status).toBe(200);
  });
});

describeApi('Request ids', (open) => {
  it('X12: differ for every request, rejected ones included', async () => {
    const { send } = await open();
    const ids = new Set<string | null>();
    const requests = [
      ['GET', '/public-api/v1/brief', token],
      ['GET', '/public-api/v1/brief', token],
      ['GET', '/public-api/v1/brief', 'no-token'],
      ['GET', '/public-api/v1/nothing', token],
      ['PUT', '/public-api/v1/brief', token],
      ['HEAD', '/public-api/v1/brief', token],
    ] as const;
    for (const [method, path, as] of requests) {
      ids.add((await send(method, path, { token: as })).headers.get('x-request-id'));
    }
    expect(ids.size).toBe(requests.length);
  });

  it('X12, X20: come in a sequence that depends on the seed and restarts at reset()', async () => {
    const { mock, send } = await open({ seed: 5 });
    const three = async () => {
      const ids: (string | null)[] = [];
      for (let n = 0; n < 3; n++) {
        ids.push((await send('GET', '/public-api/v1/brief', { token })).headers.get('x-request-id'));
      }
      return ids;
    };
    const first = await three();
    expect(await three()).not.toEqual(first);
    mock.reset();
    expect(await three()).toEqual(first);
    mock.reset({ seed: 6 });
    expect(await three()).not.toEqual(first);
    mock.reset({ seed: 5 });
    expect(await three()).toEqual(first);
  });
});
