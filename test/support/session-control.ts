import * as fc from 'fast-check';
import type { Operation } from './session-operations.js';

type Control = fc.Arbitrary<Operation>;

const email = fc.constantFrom('ann@acme.example', 'BEN@oak.example', 'ann@reader.example', 'nobody@acme.example');
const small = fc.integer({ min: 1, max: 4 });
const name = fc.constantFrom('first', 'first', 'second', '__proto__', 'a.b', 'no%20name');

function get(...paths: string[]): Control {
  return fc.constantFrom(...paths).map((path) => ({ method: 'GET', path }));
}

function send(method: string, path: string, body: fc.Arbitrary<unknown>): Control {
  return body.map((body) => ({ method, path, headers: { 'content-type': 'application/json' }, body }));
}

const reset = send(
  'POST',
  '/__mock/reset',
  fc.constantFrom(
    ...[undefined, undefined, {}, { seed: 5 }, { seed: 1 }, { scenario: 'reading-room' }],
    ...[{ scenario: 'office', seed: 9 }, { scenario: 'nowhere' }, { seed: -1 }, { sessions: 1 }],
  ),
);

const state: Control = fc.oneof(
  get('/__mock/snapshot', '/__mock/health', '/__mock/scenarios'),
  fc.nat(2).map((nth): Operation => ({ method: 'POST', path: '/__mock/restore', recall: { what: 'snapshot', nth } })),
  send('POST', '/__mock/restore', fc.constantFrom({}, { format: 'briefs-mock/snapshot', version: 2 }, [])),
);

const snapshots: Control = fc.oneof(
  get('/__mock/snapshots'),
  fc
    .record({ method: fc.constantFrom('PUT', 'PUT', 'GET', 'DELETE'), name })
    .map(({ method, name }) => ({ method, path: `/__mock/snapshots/${name}` })),
  name.map((name) => ({ method: 'POST', path: `/__mock/snapshots/${name}/restore` })),
);

const tokens = send(
  'POST',
  '/__mock/tokens',
  fc.record({ email, expires_in: fc.option(fc.constantFrom(60, 3600, -1), { nil: undefined }) }),
);

const rows: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  user: fc.record({ fname: fc.constant('Bo'), lname: fc.constantFrom('Ek', 'Alm'), email: fc.emailAddress() }),
  application: fc.record({ name: fc.constantFrom('Reader', 'Press', 'Wall') }),
  brief: fc.record({ name: fc.constantFrom('Late', 'Early'), slug: fc.constantFrom('late', 'early', 'steel-wire') }),
  bookmark: fc.record({ email, brief_slug: fc.constant('steel-wire'), brief_gid: fc.constant('1-1') }),
  brief_entitlement: fc.record({ email, brief_slug: fc.constantFrom('gazette', 'harbour-log', 'morning') }),
};
const table = fc.constantFrom(...Object.keys(rows), 'access_token', 'article', 'nothing');
const data: Control = fc.oneof(
  get('/__mock/data'),
  table.map((table) => ({ method: 'GET', path: `/__mock/data/${table}` })),
  ...Object.entries(rows).flatMap(([table, row]) => [
    send('POST', `/__mock/data/${table}`, fc.oneof(row, fc.array(row, { maxLength: 2 }))),
    fc.tuple(small, row).map(([key, body]) => ({ method: 'PATCH', path: `/__mock/data/${table}/${key}`, body })),
  ]),
  fc
    .tuple(fc.constantFrom('GET', 'DELETE', 'DELETE'), table, small)
    .map(([method, table, key]) => ({ method, path: `/__mock/data/${table}/${key}` })),
);

const clock: Control = fc.oneof(
  get('/__mock/clock'),
  fc.constant({ method: 'DELETE', path: '/__mock/clock' }),
  send(
    'PUT',
    '/__mock/clock',
    fc.constantFrom(
      ...[{ advance_seconds: 90 }, { advance_seconds: 86_400 }, { now: '2026-04-01T00:00:00Z' }, { frozen: false }],
      ...[{ frozen: true }, { now: '2026-03-04T10:00:00+02:00', frozen: false, advance_seconds: -1 }, { now: 'soon' }],
    ),
  ),
);

const optional = <Value>(value: fc.Arbitrary<Value>, freq = 2) => fc.option(value, { nil: undefined, freq });

/** Delays in milliseconds that are short, but let other requests run first. */
const moment = fc.constantFrom(0, 1, { min: 0, max: 2 });
const rule = fc
  .record({
    target: fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      {
        weight: 3,
        arbitrary: fc.record({ path: fc.constantFrom('/public-api/*', '/public-api/v1/brief', '/user-data/*') }),
      },
      { weight: 1, arbitrary: fc.record({ method: fc.constantFrom('GET', 'POST', 'HEAD') }) },
      { weight: 1, arbitrary: fc.record({ path: fc.constantFrom('/__mock/data/*', '/__mock/clock', '/nowhere') }) },
    ),
    effect: fc.constantFrom<object[]>(
      ...[{ status: 503 }, { status: 429, retry_after: 3 }, { status: 200, body: { own: true } }, { status: 204 }],
      ...[{ abort: true }, { malformed: true }, {}],
    ),
    delay_ms: optional(moment),
    probability: optional(fc.constantFrom(0, 0.3, 0.5, 0.7, 1)),
    times: optional(small, 6),
  })
  .map(({ target, effect, ...rest }) => ({ ...target, ...effect, ...rest }));
const faults: Control = fc.oneof(
  { weight: 5, arbitrary: send('POST', '/__mock/faults', rule) },
  { weight: 1, arbitrary: get('/__mock/faults') },
  { weight: 1, arbitrary: fc.constant({ method: 'DELETE', path: '/__mock/faults' }) },
  { weight: 1, arbitrary: small.map((id) => ({ method: 'DELETE', path: `/__mock/faults/${id}` })) },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constantFrom('PUT', 'DELETE'),
      path: fc.constantFrom('flaky', 'rate-limited', 'offline').map((name) => `/__mock/fault-profiles/${name}`),
    }),
  },
);

/** Requests and fault rules with a probability. */
export const struckByChance: Control = fc.oneof(
  { weight: 8, arbitrary: get('/public-api/v1/brief', '/user-data/v1/user', '/user-data/v1/user/1') },
  {
    weight: 3,
    arbitrary: send(
      'POST',
      '/__mock/faults',
      fc.record({
        path: fc.constantFrom('/public-api/*', '/user-data/*'),
        status: fc.constantFrom(500, 503),
        probability: fc.constantFrom(0.2, 0.4),
        times: optional(small, 2),
      }),
    ),
  },
  { weight: 1, arbitrary: get('/__mock/faults', '/__mock/requests') },
  { weight: 1, arbitrary: fc.constant({ method: 'DELETE', path: '/__mock/faults/1' }) },
);

const journal: Control = fc.oneof(
  { weight: 3, arbitrary: get('/__mock/requests', '/__mock/requests', '/__mock/requests/unmatched') },
  {
    weight: 2,
    arbitrary: send(
      'POST',
      '/__mock/requests/count',
      fc.constantFrom({}, { method: 'get' }, { path: '/public-api/v1/*' }, { status: 404 }, { status: 'any' }),
    ),
  },
  { weight: 1, arbitrary: fc.constant({ method: 'DELETE', path: '/__mock/requests' }) },
);

const wrong: Control = fc.constantFrom(
  { method: 'PUT', path: '/__mock/reset' },
  { method: 'GET', path: '/__mock/nothing' },
  { method: 'HEAD', path: '/__mock/data/user' },
  { method: 'OPTIONS', path: '/__mock/clock' },
);

/** A control call that reads or changes the state of its own session. */
export const controlOperation: Control = fc.oneof(
  { weight: 1, arbitrary: reset },
  { weight: 2, arbitrary: state },
  { weight: 3, arbitrary: snapshots },
  { weight: 3, arbitrary: tokens },
  { weight: 5, arbitrary: data },
  { weight: 3, arbitrary: clock },
  { weight: 6, arbitrary: faults },
  { weight: 3, arbitrary: journal },
  { weight: 1, arbitrary: wrong },
);
