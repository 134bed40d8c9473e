import { createMock, type MockError, type Snapshot } from 'briefs-mock';
import { routes } from 'briefs-mock/schemas';
import { describe, expect, it } from 'vitest';
import { growthOf, stepsOf } from '../support/steps.js';

const ITEMS = 2_000;
const LISTED = 100;

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly issues: readonly { path: string; message: string }[];
}

const pristine = createMock();
pristine.data.application.create({ name: 'reader' });
pristine.data.user.create({ fname: 'Ann', lname: 'Arden', email: 'ann@reader.example' });

/** The answer to a request whose body is not accepted. The error has one format in all APIs that read a body. */
async function refusal(method: string, path: string, body: unknown, mock = pristine) {
  const before = mock.fingerprint();
  const response = await mock.fetch(path, { method, body: JSON.stringify(body) });
  const text = await response.text();
  expect(mock.fingerprint()).toBe(before);
  return { status: response.status, length: text.length, ...(JSON.parse(text) as { error: Failure }).error };
}

/** The number of all issues: the message lists 20 and counts the others. */
function countOf({ message, issues }: Failure): number {
  const [, more] = /; and (\d+) more$/.exec(message) ?? [];
  return more === undefined ? issues.length : 20 + Number(more);
}

const bulkRoutes = Object.entries(routes)
  .filter(([, { item }]) => item !== undefined)
  .map(([name]) => name.replaceAll(/:\w+/g, '1'));
const dataRoute = 'POST /__mock/data/user';
const bulk = [...bulkRoutes.filter((name) => !name.includes('/__mock/data/')), dataRoute].map((name) =>
  name.split(' '),
);

describe('X26: a bulk body', () => {
  it('has a route in two APIs and the control API', () => {
    const apis = bulk.map(([, path = '']) => path.split('/')[1]);
    expect([...new Set(apis)].sort()).toEqual(['__mock', 'user-data', 'user-preference']);
    expect(bulk.length).toBeGreaterThan(20);
  });

  it.each(bulk)('%s %s takes no more than 2,000 items', async (method = '', path = '') => {
    const zeros = new Array(ITEMS + 1).fill(0);
    const { status, code, message, length } = await refusal(method, path, zeros);
    expect([status, code]).toEqual([413, 'payload_too_large']);
    expect(message).toContain(`at most ${ITEMS} items, but has ${ITEMS + 1}`);
    expect(length).toBeLessThan(1000);
  });

  const listing = bulk.filter(([, path]) => path !== '/user-data/v1/content-entitlement-sync');
  it.each(listing)('%s %s lists 100 issues and counts the others', async (method = '', path = '') => {
    for (const item of [0, { name: 0 }]) {
      const answer = await refusal(method, path, new Array(300).fill(item));
      expect(answer.issues.length).toBe(LISTED);
      expect(answer.issues[0]?.path).toMatch(/^0(\.|$)/);
      expect(countOf(answer)).toBeGreaterThanOrEqual(300);
      expect(countOf(answer) % 300).toBe(0);
      expect(answer.length).toBeLessThan(100_000);
    }
  });

  it('is accepted with 2,000 items', async () => {
    const mock = pristine.fork();
    const body = JSON.stringify(Array.from({ length: ITEMS }, (_, n) => ({ name: `App ${n}` })));
    const response = await mock.fetch('/user-data/v1/application', { method: 'POST', body });
    expect(response.status).toBe(200);
    expect(mock.data.application.count()).toBe(ITEMS + 1);
  });

  it('has issues with different errors, and the code that takes precedence', async () => {
    const good = { fname: 'Ben', lname: 'Brook', email: 'ben@reader.example' };
    const taken = new Array(200).fill(good);
    expect(await refusal('POST', '/user-data/v1/user', taken)).toMatchObject({ status: 409, code: 'conflict' });
    const last = await refusal('POST', '/user-data/v1/user', [...taken, { ...good, client_id: 9 }, 0]);
    expect([last.status, countOf(last), last.issues.length]).toEqual([400, 199 + 1 + 1, LISTED]);
  });
});

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));

describe('X26: an object in a body', () => {
  it('has no more than 2,000 keys', async () => {
    expect(await refusal('POST', '/user-data/v1/user', keys(ITEMS))).toMatchObject({ status: 400 });
    const { status, issues } = await refusal('POST', '/user-data/v1/user', [{}, { preferences: keys(ITEMS + 1) }]);
    expect(status).toBe(413);
    expect(issues).toEqual([
      { path: '1.preferences', message: expect.stringContaining('at most 2000 keys, but has 2001') },
    ]);
  });
});

describe('X26: a list inside a body', () => {
  const many = new Array(ITEMS + 1).fill(0);
  it.each([
    ['POST', '/user-data/v1/get-preference', { id: many }, 'id'],
    ['POST', '/user-preference/v1/get-preference', { type: many }, 'type'],
    ['POST', '/user-data/v1/client', [{}, { domain: many }], '1.domain'],
    ['POST', '/user-preference/v1/set-preference', [{ generic: many }], '0.generic'],
    ['DELETE', '/user-data/v1/user-application-preference/1/1', { ids: many }, 'ids'],
    ['POST', '/__mock/data/client', { domain: many }, 'domain'],
    ['PATCH', '/__mock/data/application/1', { domain: many }, 'domain'],
    ['POST', '/__mock/faults', { status: 503, body: { rows: many } }, 'body.rows'],
  ])('%s %s takes no more than 2,000 items', async (method, path, body, at) => {
    const { status, issues } = await refusal(method, path, body);
    expect(status).toBe(413);
    expect(issues.map(({ path }) => path)).toEqual([at]);
  });

  it.each([
    ['POST', '/user-preference/v1/set-preference', (size: number) => [{ generic: new Array(size).fill(0) }]],
    ['POST', '/user-data/v1/client', (size: number) => [{ domain: new Array(size).fill(0) }]],
    ['POST', '/__mock/data/client', (size: number) => [{ domain: new Array(size).fill(0) }]],
  ])('%s %s takes no more than 20,000 items in all lists', async (method, path, itemsOf) => {
    const ten = new Array(10).fill(itemsOf(ITEMS - 1)).flat();
    expect((await refusal(method, path, ten)).status).toBe(400);
    const { status, message } = await refusal(method, path, [...ten, ...itemsOf(10)]);
    expect([status, message]).toEqual([413, expect.stringContaining('more than 20000 items in total')]);
  });

  it.each([
    ['POST', '/user-data/v1/get-preference', { id: new Array(ITEMS).fill('a') }, ITEMS],
    ['POST', '/user-data/v1/client', [{ domain: new Array(ITEMS).fill(0) }], ITEMS + 4],
    ['POST', '/__mock/data/client', { domain: new Array(ITEMS).fill(0) }, ITEMS + 4],
    ['POST', '/__mock/data/user', keys(ITEMS), ITEMS + 3],
    ['POST', '/__mock/tokens', keys(ITEMS), ITEMS + 1],
  ])('%s %s lists 100 issues and counts the others', async (method, path, body, count) => {
    const answer = await refusal(method, path, body);
    expect([answer.status, answer.issues.length, countOf(answer)]).toEqual([400, LISTED, count]);
    expect(answer.length).toBeLessThan(100_000);
  });

  it('DELETE of preferences lists 100 missing ones', async () => {
    const body = { ids: Array.from({ length: 500 }, (_, n) => n + 1), type: 'generic' };
    const answer = await refusal('DELETE', '/user-data/v1/user-application-preference/1/1', body);
    expect([answer.status, answer.issues.length, countOf(answer)]).toEqual([404, LISTED, 500]);
  });
});

describe('X26: a snapshot', () => {
  const withUsers = (count: number) => {
    const mock = createMock();
    for (let n = 0; n < count; n++) mock.data.user.create({ fname: 'F', lname: 'L', email: `u${n}@a.example` });
    return JSON.parse(JSON.stringify(mock.snapshot())) as { tables: { user: Record<string, unknown>[] } };
  };

  it('may have more than 2,000 records in a table', async () => {
    const mock = createMock();
    const snapshot = withUsers(ITEMS + 1);
    const response = await mock.fetch('/__mock/restore', { method: 'POST', body: JSON.stringify(snapshot) });
    expect(response.status).toBe(200);
    expect(mock.data.user.count()).toBe(ITEMS + 1);
  });

  it.each<[string, (user: Record<string, unknown>) => void, number]>([
    ['invalid columns', (user) => Object.assign(user, { fname: 1, lname: 2 }), 2],
    ['missing references', (user) => Object.assign(user, { client_id: 5 }), 1],
    ['keys above the counter', (user) => Object.assign(user, { id: 1000 + Number(user.id) }), 1],
  ])('with many records that have %s is rejected with 100 issues', async (_, edit, each) => {
    const snapshot = withUsers(300);
    for (const user of snapshot.tables.user) edit(user);
    const answer = await refusal('POST', '/__mock/restore', snapshot);
    expect([answer.status, answer.issues.length, countOf(answer)]).toEqual([400, LISTED, 300 * each]);
    expect(answer.message).toMatch(/^The snapshot cannot be restored: /);
  });

  it('with many duplicates is rejected with 100 issues', async () => {
    const snapshot = withUsers(300);
    for (const user of snapshot.tables.user) user.email = 'same@a.example';
    const answer = await refusal('POST', '/__mock/restore', snapshot);
    expect([answer.issues.length, countOf(answer)]).toEqual([LISTED, 299]);
  });

  it('is read in steps that follow its size', async () => {
    const mock = createMock();
    const restore = async (size: number) => {
      const snapshot = withUsers(size) as unknown as Snapshot;
      return [await stepsOf(() => expect(() => mock.restore({ ...snapshot, fingerprint: 'x' })).toThrow())];
    };
    expect(await growthOf(200, restore)).toBeLessThan(2.2);
  });
});

it('D13: set-preference takes no items whose answers would repeat very many values', async () => {
  const mock = pristine.fork();
  mock.data.application_preference.create({ application_id: 1, preference_label: 'Theme' });
  mock.data.preference_hierarchy.create({ label: 'Look' });
  const setting = { user_id: 1, application_preference: 1, preference_hierarchy: 1 };
  const many = { ...setting, generic: new Array(1000).fill({}) };
  const send = (repeated: number) => [...new Array(repeated - 1).fill(setting), many];
  const answer = await refusal('POST', '/user-preference/v1/set-preference', send(101), mock);
  expect([answer.status, answer.code]).toEqual([413, 'payload_too_large']);
  expect(answer.message).toContain('more than 100000 values');
  const body = JSON.stringify(send(100));
  expect((await mock.fetch('/user-preference/v1/set-preference', { method: 'POST', body })).status).toBe(200);
});

it('D5: the message for an e-mail lists the first domains of a client', () => {
  const { data } = pristine.fork();
  const domain = new Array(500).fill(0).map((_, n) => `${'d'.repeat(1000)}${n}.example`);
  data.client.create({ name: 'Oak', short_name: 'oak', display_name: 'Oak', type: 'company', domain });
  const create = () => data.user.create({ fname: 'F', lname: 'L', email: 'f@a.example', client_id: 1 });
  expect(create).toThrow(/the client allows d{200}…, .*, and 480 more$/);
});

it('X26: an error in the process lists 100 issues and has the number of all', () => {
  const unknown = Object.fromEntries(new Array(500).fill(0).map((_, n) => [`c${n}`, n]));
  const create = () => pristine.data.user.create({ fname: 'F', lname: 'L', email: 'f@a.example', ...unknown });
  expect(create).toThrow(/; and 480 more$/);
  try {
    create();
  } catch (error) {
    const { issues, issueCount } = error as MockError;
    expect([issues.length, issueCount]).toEqual([LISTED, 500]);
  }
});
