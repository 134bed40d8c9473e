import { routes } from 'briefs-mock/schemas';
import { expect, it } from 'vitest';
import * as z from 'zod';
import type { ControlFailure } from '../support/bodies.js';
import { describeControl } from '../support/deliveries.js';

const controlRoutes = Object.entries(routes).filter(([route]) => / \/__mock\//.test(route));

describeControl('Query parameters of control calls', (open) => {
  it.each(controlRoutes)('that are unknown get 400 and the parameters that there are: %s', async (route, { query }) => {
    const { mock, send } = await open();
    mock.snapshots.keep('x');
    mock.faults.add({ status: 503, path: '/public-api/*' });
    const held = mock.hold('GET /user-data/v1/client');
    void mock.fetch('/user-data/v1/client');
    const { entry } = await held.arrived();
    const [method = '', pattern = ''] = route.split(' ');
    const samples: Record<string, string> = {
      ...{
        ':table': 'user',
        ':key': '1',
        ':id': '1',
        ':entry': `${entry}`,
        ':maker': 'user',
        ':document': 'control.json',
      },
    };
    const named = pattern.includes('/fault-profiles/') ? 'offline' : 'x';
    const path = pattern.replace(/:\w+/g, (name) => samples[name] ?? named);
    const before = mock.fingerprint();
    const required = Object.entries(query?.shape ?? {}).filter(([, schema]) => !z.safeParse(schema, undefined).success);
    const parameters = ['seesion', ...required.map(([name]) => name)].map((name) => `${name}=1`);
    const { status, json } = await send<ControlFailure>(method, `${path}?${parameters.join('&')}`);
    expect([status, json.error.code]).toEqual([400, 'malformed_data']);
    const known = query === undefined ? 'it has none' : `it has ${Object.keys(query.shape).join(', ')}`;
    expect(json.error.issues).toEqual([
      { path: 'seesion', message: `is not a query parameter of this route; ${known}` },
    ]);
    expect(mock.fingerprint()).toBe(before);
  });

  it.each([
    ['GET', '/requests?limit=2&status=200&limit=1', 'limit'],
    ['GET', '/sessions?search=a&search=a', 'search'],
    ['DELETE', '/faults?sessions=all&sessions=w1', 'sessions'],
    ['DELETE', '/faults?sessions=w1&sessions=all', 'sessions'],
    ['POST', '/make/user?count=1&count=2', 'count'],
    ['POST', '/faults/release?x=1&x=2', 'x'],
  ])('a parameter that is given several times gets 400: %s %s', async (method, path, name) => {
    const { mock, send } = await open();
    mock.faults.add({ status: 503, path: '/public-api/*' });
    const { status, json } = await send<ControlFailure>(method, `/__mock${path}`);
    expect(status).toBe(400);
    expect(json.error.issues).toEqual([{ path: name, message: 'must be given once, but is given 2 times' }]);
    expect(mock.faults.all()).toHaveLength(1);
    expect((await mock.fetch('/user-data/v1/client?page=1&page=1')).status).toBe(200);
  });
});
