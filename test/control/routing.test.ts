import { createMock, MockError } from 'briefs-mock';
import { routes } from 'briefs-mock/schemas';
import { expect, it } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeControl } from '../support/deliveries.js';

describeControl('Routes of the control API', (open) => {
  it.each([
    ['POST', '/health', ['GET', 'HEAD']],
    ['GET', '/reset', ['POST']],
    ['HEAD', '/reset', ['POST']],
    ['PUT', '/tokens', ['POST']],
    ['DELETE', '/data', ['GET', 'HEAD', 'POST']],
    ['PUT', '/data/user', ['GET', 'HEAD', 'POST']],
    ['PUT', '/data/user/1', ['GET', 'HEAD', 'PATCH', 'DELETE']],
    ['POST', '/data/user/1', ['GET', 'HEAD', 'PATCH', 'DELETE']],
    ['OPTIONS', '/health', ['GET', 'HEAD']],
  ])('X5: %s /__mock%s gets 405, and Allow lists %j', async (method, path, allowed) => {
    const { mock, send } = await open();
    const before = mock.fingerprint();
    const { status, headers } = await send(method, `/__mock${path}`);
    expect(status).toBe(405);
    expect(headers.get('allow')?.split(', ').sort()).toEqual([...allowed].sort());
    expect(mock.fingerprint()).toBe(before);
  });

  it.each([
    ['GET', '/__mock/helth', 'GET /__mock/health'],
    ['POST', '/__mock/resett', 'POST /__mock/reset'],
    ['POST', '/__mock/token', 'POST /__mock/tokens'],
    ['GET', '/__mock/data/user/1/email', 'GET /__mock/data/:table/:key'],
    ['GET', '/__mok/health', 'GET /__mock/health'],
  ])('X5: %s %s gets 404 no_such_route, and the error suggests %s', async (method, path, nearest) => {
    const { send } = await open();
    const { status, json } = await send<ControlFailure>(method, path);
    expect(status).toBe(404);
    expect(json.error.code).toBe('no_such_route');
    expect(json.error.message).toContain(nearest);
  });

  it.each(['/', '/__mock/nothing', '/favicon.ico'])('X5: GET %s gets 404 no_such_route', async (path) => {
    const { send } = await open();
    const { status, json } = await send<ControlFailure>('GET', path);
    expect(status).toBe(404);
    expect(json.error.code).toBe('no_such_route');
  });

  it('X18: a trailing slash makes no difference', async () => {
    const { send } = await open();
    for (const path of ['/health', '/data', '/data/user', '/data/user/1']) {
      const plain = await send('GET', `/__mock${path}`);
      const slashed = await send('GET', `/__mock${path}/`);
      expect(slashed.status).toBe(200);
      expect(slashed.json).toEqual(plain.json);
    }
    expect((await send('POST', '/__mock/reset/')).status).toBe(200);
  });

  it('X18: a DELETE that would remove everything rejects a trailing slash, after which an id may be missing', async () => {
    const { mock, send } = await open();
    mock.faults.add({ path: '/user-data/v1/user', status: 503 });
    mock.sessions.create('mine');
    await send('GET', '/public-api/v1/brief');
    for (const path of [
      '/__mock/faults/',
      '/__mock/sessions/',
      '/__mock/requests/',
      '/__mock/faults/?sessions=all',
      '/__mock/sessions/?sessions=m*',
    ]) {
      const { status, json } = await send<ControlFailure>('DELETE', path);
      const plain = path.replace(/\/(\?.*)?$/, '');
      expect([path, status, json.error.code]).toEqual([path, 400, 'malformed_data']);
      expect(json.error.message).toContain(`to remove all, send DELETE ${plain} without the slash`);
    }
    expect([mock.faults.all().length, mock.sessions.list().length, mock.requests.all().length]).toEqual([1, 1, 1]);
    expect((await send('DELETE', '/__mock/clock/')).status).toBe(200);
    for (const path of ['/__mock/faults', '/__mock/requests', '/__mock/sessions']) {
      expect((await send('DELETE', path)).status).toBe(200);
    }
  });

  it('X12: every answer has a unique request id', async () => {
    const { send } = await open();
    const ids = new Set<string | null>();
    for (const path of ['/health', '/health', '/nothing', '/data/nothing']) {
      ids.add((await send('GET', `/__mock${path}`)).headers.get('x-request-id'));
    }
    expect(ids.size).toBe(4);
  });
});

const controlRoutes = Object.keys(routes).filter((route) => route.includes(' /__mock/'));

it('X14: before any control call, fault rules are accepted for the control routes, but not for probes and those that are needed to remove them', () => {
  const { faults } = createMock();
  const rejected = controlRoutes.filter((route) => {
    const [method, path] = route.split(' ') as ['GET', string];
    try {
      faults.add({ method, path, status: 503 });
      return false;
    } catch (error) {
      return error instanceof MockError;
    }
  });
  expect(rejected).toEqual([
    'GET /__mock/live',
    'GET /__mock/ready',
    'POST /__mock/reset',
    'GET /__mock/events',
    'GET /__mock/faults',
    'DELETE /__mock/faults',
    'DELETE /__mock/faults/:id',
    'GET /__mock/faults/held',
    'POST /__mock/faults/release',
    'POST /__mock/faults/:id/release',
    'POST /__mock/faults/held/:entry/release',
    'GET /__mock/fault-profiles',
    'DELETE /__mock/fault-profiles/:name',
  ]);
});

it('control calls that arrive while the routes of the control API are loaded are answered in order', async () => {
  const mock = createMock();
  const created = mock.fetch('/__mock/data/application', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'first' }),
  });
  const others = await Promise.all(
    ['/__mock/health', '/__mock/live', '/__mock/health'].map((path) => mock.fetch(path)),
  );
  const ids = [await created, ...others].map(({ headers }) => headers.get('x-request-id'));
  const again = createMock();
  const next = [];
  for (let i = 0; i < ids.length; i++) next.push((await again.fetch('/__mock/health')).headers.get('x-request-id'));
  expect(ids).toEqual(next);
});
