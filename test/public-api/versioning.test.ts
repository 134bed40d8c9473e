import { expect, it } from 'vitest';
import type { ControlFailure, Failure } from '../support/bodies.js';
import { describeApi, describeControl } from '../support/deliveries.js';

const token = 'ann-token';

describeApi('API versions', (open) => {
  it.each(['/v2', '/v2/', '/v2/brief', '/v2/brief/morning', '/v0/brief', '/v10/bookmark/brief'])(
    'X15: GET /public-api%s gets 404 no_such_version',
    async (path) => {
      const { send } = await open();
      const { status, json } = await send<Failure>('GET', `/public-api${path}`, { token });
      expect(status).toBe(404);
      expect(json.error[0].code).toBe('no_such_version');
    },
  );

  it('X15: POST, PUT and DELETE below /v2 get no_such_version, also without a token', async () => {
    const { send } = await open();
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { json } = await send<Failure>(method, '/public-api/v2/bookmark/morning/1-104');
      expect(json.error[0].code).toBe('no_such_version');
    }
  });

  it.each(['/v1', '/v1/nothing', '/vx/brief', '/v1beta/brief', '/brief'])(
    'X5, X15: GET /public-api%s gets 404 no_such_route, not no_such_version',
    async (path) => {
      const { send } = await open();
      const { status, json } = await send<Failure>('GET', `/public-api${path}`, { token });
      expect(status).toBe(404);
      expect(json.error[0].code).toBe('no_such_route');
    },
  );
});

describeApi('The short path /v1/brief/<slug>', (open) => {
  it('P17: answers the same as the full path', async () => {
    const { send } = await open();
    for (const slug of ['morning', 'core-notes', 'steel-wire', 'harbour-log', 'retired', 'coming-soon', 'unknown']) {
      const full = await send('GET', `/public-api/v1/brief/${slug}`, { token });
      const short = await send('GET', `/v1/brief/${slug}`, { token });
      expect(short.status).toBe(full.status);
      expect(short.json).toEqual(full.json);
    }
  });

  it('P17: answers 401 without a token', async () => {
    const { send } = await open();
    const { status, headers, json } = await send<Failure>('GET', '/v1/brief/morning');
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer\b/);
    expect(json.error[0].code).toBe('unauthorized');
  });

  it('P17, X17: answers HEAD with 200 and no body', async () => {
    const { send } = await open();
    const { status, text } = await send('HEAD', '/v1/brief/morning', { token });
    expect(status).toBe(200);
    expect(text).toBe('');
  });

  it('P17, X4, X5: answers POST with 405 and the Allow header of the full path', async () => {
    const { send } = await open();
    const full = await send<Failure>('POST', '/public-api/v1/brief/morning', { token });
    const short = await send<Failure>('POST', '/v1/brief/morning', { token });
    expect(short.status).toBe(405);
    expect(short.headers.get('allow')).toBe(full.headers.get('allow'));
    expect(short.json.error[0].code).toBe('method_not_allowed');
  });

  it('P17, X25: answers GET and preflight requests of other origins', async () => {
    const { send } = await open();
    const origin = 'https://app.example';
    const { headers } = await send('GET', '/v1/brief/morning', { token, headers: { origin } });
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    const asked = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' };
    const preflight = await send('OPTIONS', '/v1/brief/morning', { headers: asked });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
  });
});

describeApi('Other paths without /public-api', (open) => {
  it.each(['/v1/brief', '/v1/brief/morning/1-104'])(
    'P17, X5: GET %s gets 404, as only /v1/brief/<slug> has a short path',
    async (path) => {
      const { send } = await open();
      const { status, json } = await send<Failure>('GET', path, { token });
      expect(status).toBe(404);
      expect(json.error[0].code).toBe('no_such_route');
    },
  );
});

describeControl('Paths outside the APIs', (open) => {
  it.each(['/v1/bookmark/brief', '/v1', '/brief/morning', '/'])('P17, X5: GET %s gets 404', async (path) => {
    const { send } = await open();
    const { status, json } = await send<ControlFailure>('GET', path, { token });
    expect(status).toBe(404);
    expect(json.error.code).toBe('no_such_route');
  });
});
