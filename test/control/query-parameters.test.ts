import { routes } from 'briefs-mock/schemas';
import { expect, it } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeControl } from '../support/deliveries.js';

const controlRoutes = Object.entries(routes).filter(([route]) => / \/__mock\//.test(route));

describeControl('Unknown query parameters of control calls', (open) => {
  it.each(controlRoutes)('get 400 and the parameters that there are: %s', async (route, { query }) => {
    const { mock, send } = await open();
    mock.snapshots.keep('x');
    const [method = '', pattern = ''] = route.split(' ');
    const samples: Record<string, string> = { ':table': 'user', ':key': '1', ':document': 'control.json' };
    const path = pattern.replace(/:\w+/g, (name) => samples[name] ?? 'x');
    const before = mock.fingerprint();
    const { status, json } = await send<ControlFailure>(method, `${path}?seesion=1`);
    // A path parameter that names nothing takes precedence.
    const isUnknown = status === 404;
    expect(isUnknown ? pattern : [status, json.error.code]).toEqual(
      isUnknown ? '/__mock/faults/:id' : [400, 'malformed_data'],
    );
    if (!isUnknown) {
      const known = query === undefined ? 'it has none' : `it has ${Object.keys(query.shape).join(', ')}`;
      const message = `is not a query parameter of this route; ${known}`;
      expect(json.error.issues).toEqual([{ path: 'seesion', message }]);
    }
    expect(mock.fingerprint()).toBe(before);
  });
});
