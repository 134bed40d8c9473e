import { createMock, type Expectation, type MockError } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeControl } from '../support/deliveries.js';
import { readingRoom } from '../support/reading-room.js';

const LIST = '/public-api/v1/brief';

/** With a typo, a check that nothing was sent would always succeed. */
const wrong: [Expectation, message: string][] = [
  [
    { path: '/public-api/v1/breif' },
    `path: is "/public-api/v1/breif", which matches no route; the nearest route is GET ${LIST}`,
  ],
  [
    { path: '/public-api/v1/bookmarks/*', method: 'post' },
    'path: is "/public-api/v1/bookmarks/*", which matches no route; the nearest route is /public-api/v1/bookmark/*',
  ],
  [{ path: LIST, method: 'DELETE' }, `method: is DELETE, but ${LIST} supports only GET`],
  [
    { path: `${LIST}/morning?preview=1` },
    `path: is "${LIST}/morning?preview=1", but must not have a query, which is a condition of its own; the nearest route is GET ${LIST}/:brief_slug`,
  ],
  [{ path: '/nothing', status: 404 }, 'path: is "/nothing", which matches no route'],
  [{ path: '/__mock/reset' }, 'path: is "/__mock/reset", but control calls are not recorded'],
];

const failureOf = (call: () => unknown) => {
  try {
    call();
  } catch (error) {
    const { code, message } = error as MockError;
    return { code, message };
  }
  return undefined;
};

describe('Requests to a path that no route answers', () => {
  it.each(wrong)('cannot be counted, listed or verified: %j', (filter, message) => {
    const { requests } = createMock({ scenario: readingRoom });
    const refused = { code: 'malformed_data', message };
    expect(failureOf(() => requests.count(filter))).toEqual(refused);
    expect(failureOf(() => requests.all(filter))).toEqual(refused);
    expect(failureOf(() => requests.verify({ ...filter, times: 0 }))).toEqual(refused);
    const inOrder = [{ path: LIST }, filter];
    const refusedInOrder = { code: 'malformed_data', message: `inOrder.1.${message}` };
    expect(failureOf(() => requests.verify({ inOrder }))).toEqual(refusedInOrder);
  });

  it('can be counted and verified if there are any', async () => {
    const mock = createMock({ scenario: readingRoom });
    await mock.fetch('/nothing', { method: 'POST' });
    expect(mock.requests.count({ path: '/nothing' })).toBe(1);
    expect(mock.requests.count({ path: '/nothing', status: 500 })).toBe(0);
    expect(mock.requests.verify({ path: '/nothing', method: 'POST' })).toEqual({ count: 1, complete: true });
    expect(failureOf(() => mock.requests.count({ path: '/nothing', method: 'GET' }))?.code).toBe('malformed_data');
  });
});

describeControl('Requests to a path that no route answers', (open) => {
  it.each(wrong)('get 400 from POST /__mock/requests/count and /verify: %j', async (body, message) => {
    const { send } = await open();
    for (const [route, sent] of [
      ['count', body],
      ['verify', { ...body, times: 0 }],
    ] as const) {
      const { status, json } = await send<ControlFailure>('POST', `/__mock/requests/${route}`, { body: sent });
      expect([status, json.error.code, json.error.message]).toEqual([400, 'malformed_data', message]);
    }
  });
});
