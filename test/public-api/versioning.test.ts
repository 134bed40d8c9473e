import { expect, it } from 'vitest';
import type { ControlFailure, Failure } from '../support/bodies.js';
import { describeApi, describeControl } from '../support/deliveries.js';

const token = 'ann-token';

describeApi('Versions', (open) => {
  it.each(['/v2', '/v2/', '/v2/brief', '/v2/brief/morning', '/v0/brief', '/v10/bookmark/brief'])(
    'X15: GET /public-api%s is 404 no_such_version',
    async (path) => {
      const { send } = await open();
      const { status, json } = await send<Failure>('GET', `/public-api${path}`, { token });
      expect(status).toBe(404);
      expect(json.error[0].code).toBe('no_such_version');
    },
  );

  it('X15: whatever the method, and without a token', async () => {
    const { send } = await open();
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { json } = await send<Failure>(method, '/public-api/v2/bookmark/morning/1-104');
      expect(json.error[0].code).toBe('no_such_version');
    }
  });

  it.each(['/v1', '/v1/nothing', '/vx/brief', '/v1beta/brief', '/brief'])(
    'X5, X15: GET /public-api%s is an unknown path, not a version',
    async (path) => {
      const { send } = await open();
      const { status, json } = await send<Failure>('GET', `/public-api${path}`, { token });
      expect(status).toBe(404);
      expect(json.error[0].code).toBe('no_such_route');
    },
  );
});

describeApi('The form without public-api', (open) => {
  it('P17: answers as the full path does', async () => {
    const { send } = await open();
    for (const slug of ['morning', 'core-notes', 'steel-wire', 'harbour-log', 'retired', 'coming-soon', 'unknown']) {
      const full = await send('GET', `/public-api/v1/brief/${slug}`, { token });
      const short = await send('GET', `/v1/brief/${slug}`, { token });
      expect(short.status).toBe(full.status);
      expect(short.json).toEqual(full.json);
    }
  });

  it('P17: needs a token as the full path does', async () => {
    const { send } = await open();
    const { status, headers, json } = await send<Failure>('GET', '/v1/brief/morning');
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer\b/);
    expect(json.error[0].code).toBe('unauthorized');
  });

  it('P17, X17: answers HEAD as the full path does', async () => {
    const { send } = await open();
    const { status, text } = await send('HEAD', '/v1/brief/morning', { token });
    expect(status).toBe(200);
    expect(text).toBe('');
  });

  it('P17, X4, X5: refuses another method as the full path does', async () => {
    const { send } = await open();
    const full = await send<Failure>('POST', '/public-api/v1/brief/morning', { token });
    const short = await send<Failure>('POST', '/v1/brief/morning', { token });
    expect(short.status).toBe(405);
    expect(short.headers.get('allow')).toBe(full.headers.get('allow'));
    expect(short.json.error[0].code).toBe('method_not_allowed');
  });

  it('P17, X25: answers browsers of other origins', async () => {
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

describeApi('The form without public-api of other paths', (open) => {
  it.each(['/v1/brief', '/v1/brief/morning/1-104'])(
    'P17, X5: GET %s is 404, for one path alone has it',
    async (path) => {
      const { send } = await open();
      const { status, json } = await send<Failure>('GET', path, { token });
      expect(status).toBe(404);
      expect(json.error[0].code).toBe('no_such_route');
    },
  );
});

describeControl('Paths of no API', (open) => {
  it.each(['/v1/bookmark/brief', '/v1', '/brief/morning', '/'])('P17, X5: GET %s is 404', async (path) => {
    const { send } = await open();
    const { status, json } = await send<ControlFailure>('GET', path, { token });
    expect(status).toBe(404);
    expect(json.error.code).toBe('no_such_route');
  });
});
