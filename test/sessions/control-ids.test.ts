import { createMock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { readingRoom } from '../support/reading-room.js';

const headers = { authorization: 'Bearer ann-token' };
const bookmark = '/public-api/v1/bookmark/morning/1-104';

/** The ids of a few API requests; `between` runs before each of them. */
async function requestIds(between: (mock: ReturnType<typeof createMock>) => Promise<unknown>) {
  const mock = createMock({ scenario: readingRoom });
  const ids: (string | null)[] = [];
  for (const [method, path] of [
    ['GET', '/public-api/v1/brief'],
    ['POST', bookmark],
    ['GET', '/user-data/v1/client'],
    ['GET', '/public-api/v1/nothing'],
  ] as const) {
    await between(mock);
    ids.push((await mock.fetch(path, { method, headers })).headers.get('x-request-id'));
  }
  return ids;
}

describe('X12: control calls use up no request ids', () => {
  it.each([
    ['GET', '/__mock/health'],
    ['GET', '/__mock/requests'],
    ['GET', '/__mock/nothing'],
    ['POST', '/__mock/tokens'],
    ['GET', '/__mock/openapi/control.json'],
  ])('%s %s does not change the ids of API requests', async (method, path) => {
    const undisturbed = await requestIds(async () => {});
    expect(new Set(undisturbed).size).toBe(4);
    expect(await requestIds((mock) => mock.fetch(path, { method }))).toEqual(undisturbed);
  });

  it('control calls have ids of their own, the same in every run and after a reset', async () => {
    const mock = createMock({ scenario: readingRoom });
    const idOfHealth = async () => (await mock.fetch('/__mock/health')).headers.get('x-request-id');
    const first = [await idOfHealth(), await idOfHealth()];
    expect(new Set([...first, ...(await requestIds(async () => {}))]).size).toBe(6);
    mock.reset();
    expect([await idOfHealth(), await idOfHealth()]).toEqual(first);
  });

  it('the list of sessions counts API requests only', async () => {
    const mock = createMock({ scenario: readingRoom });
    await mock.fetch('/__mock/s/one/public-api/v1/brief', { headers });
    await mock.fetch('/__mock/s/one/__mock/health');
    expect(mock.sessions.list().map(({ id, requests }) => [id, requests])).toEqual([['one', 1]]);
  });
});
