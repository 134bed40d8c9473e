import { describe, expect, it } from 'vitest';
import { open, userDataRoutes } from '../support/user-data.js';
import { type BulkRoute, bulkRoutes, type Item } from '../support/user-data-examples.js';

type Kind = 'good' | 'malformed' | 'missing' | 'taken';

const statuses = { malformed: '400 malformed_data', missing: '404 not_found', taken: '409 conflict' };
const kinds = Object.keys(statuses) as (keyof typeof statuses)[];

function itemsOf(route: BulkRoute, ...wanted: Kind[]): Item[] {
  return wanted.map((kind) => route[kind] as Item);
}

it('X6: bulkRoutes lists every bulk route', () => {
  const declared = userDataRoutes
    .filter(({ item }) => item !== undefined)
    .map(({ path }) => path.replace('/user-data/v1', '').replaceAll(/:\w+/g, '1'));
  expect(bulkRoutes.map(({ path }) => path).sort()).toEqual(declared.sort());
});

describe.each(bulkRoutes)('POST $path', (route) => {
  const { path, orOne = false, good, none = [] } = route;
  const bad = kinds.filter((kind) => route[kind] !== undefined);

  it('X7: accepts an array, and an object only where the specification says so', async () => {
    const { post, refusal } = open();
    expect(await post(path, [good])).toHaveLength(path.includes('filter') ? 2 : 1);
    if (!orOne) expect(await refusal('POST', path, good)).toMatch(/^400 malformed_data/);
    else expect(await open().post(path, good)).toHaveLength(1);
  });

  it.each(['"text"', '1', 'true', 'null', '""', '0'])('X7: answers 400 for the body %s', async (body) => {
    const { refusal, send } = open();
    expect(await refusal('POST', path, body)).toMatch(/^400 malformed_data/);
    const { json } = await send('POST', `/user-data/v1${path}`, { body });
    expect(json).toMatchObject({
      error: { message: `The request body must be ${orOne ? 'an array or an object' : 'an array'}` },
    });
  });

  it('X7: accepts an empty array, and writes nothing', async () => {
    const { mock, post } = open();
    const before = mock.fingerprint();
    const nothing = { processed_sync_payloads: [], processed_delete_payloads: [], invalid_payloads: [] };
    expect(await post(path, [])).toEqual(path === '/content-entitlement-sync' ? [nothing] : none);
    expect(mock.fingerprint()).toBe(before);
  });

  it('X22: answers 400 for a missing body and for invalid JSON', async () => {
    const { refusal, send } = open();
    for (const body of [undefined, '', '[', '{"name":}', "['a']", '[1,]', 'undefined', '[]]', '\u{FEFF}[] x']) {
      expect(await refusal('POST', path, body), body).toMatch(/^400 malformed_data/);
    }
    const { json } = await send('POST', `/user-data/v1${path}`);
    const kinds = orOne ? 'an array or an object' : 'an array';
    expect(json).toMatchObject({ error: { message: `A request body is required: ${kinds}` } });
  });

  it('X8, X9: ignores an id and unknown fields', async () => {
    const plain = await open().post(path, [good]);
    const unknown = { id: 4000, nonsense: { deep: [1] }, toString: 1 };
    expect(await open().post(path, [{ ...good, ...unknown }])).toEqual(plain);
  });

  it.each(bad)('X6: rejects all items because of one of the kind "%s", at any position', async (kind) => {
    const { refusal } = open();
    for (const wanted of [[kind], ['good', kind], [kind, 'good']] as Kind[][]) {
      // This item conflicts with the good one, and only after it.
      if (path === '/user-preference' && kind === 'taken' && wanted[0] !== 'good') continue;
      const answer = await refusal('POST', path, itemsOf(route, ...wanted));
      expect(answer).toMatch(new RegExp(`^${statuses[kind]} ${wanted.indexOf(kind)}(\\.\\S+)?( |$)`));
      expect(indexesOf(answer)).toEqual([wanted.indexOf(kind)]);
    }
  });

  it('X6: lists every bad item, and answers 400 before 404 before 409', async () => {
    const { refusal } = open();
    for (let from = 0; from < bad.length; from++) {
      const present = bad.slice(from);
      for (const order of [present, [...present].reverse()]) {
        const wanted: Kind[] = ['good', ...order, 'good', ...order];
        // The second good item is left out: where values are unique, it would conflict with the first.
        const items = itemsOf(route, ...wanted).filter((_, index) => index !== order.length + 1);
        const answer = await refusal('POST', path, items);
        expect(answer.startsWith(statuses[present[0] as keyof typeof statuses]), answer).toBe(true);
        expect(indexesOf(answer)).toEqual(items.map((_, index) => index).slice(1));
      }
    }
  });
});

/** The filter of content entitlements writes nothing, and the sync rejects no body for its items. */
const writingRoutes = bulkRoutes.filter(({ path }) => !/sync/.test(path));

it.each(writingRoutes)('X6: POST $path uses up no ids for a rejected body', async (route) => {
  const { path, good } = route;
  const { post, refusal } = open();
  const bad = kinds.filter((kind) => route[kind] !== undefined);
  expect(await refusal('POST', path, itemsOf(route, 'good', ...bad))).toMatch(/^400 malformed_data /);
  expect(await post(path, [good])).toEqual(await open().post(path, [good]));
});

/** The sync lists items that are not objects in its answer instead: see its own tests. */
const rejectingRoutes = bulkRoutes.filter(({ path }) => path !== '/content-entitlement-sync');

it.each(rejectingRoutes)('X5: POST $path answers 400 for items that are not objects', async ({ path, good }) => {
  const { refusal } = open();
  for (const item of [null, 1, 'text', true, []]) {
    expect(await refusal('POST', path, [good, item, item])).toMatch(/^400 malformed_data 1\S* (.* )?2/);
  }
});

/** The indexes of the items that the issues of a refusal name. */
function indexesOf(refusal: string): number[] {
  const paths = refusal.split(' ').slice(2);
  return [...new Set(paths.map((path) => Number(path.split('.')[0])))];
}

describe.each(bulkRoutes.filter(({ orOne }) => orOne))('X3: POST $path of a single object', (route) => {
  // POST /user-preference replaces the preferences of the user, so a single object never conflicts.
  const possible = kinds.filter((kind) => route[kind] && !(route.path === '/user-preference' && kind === 'taken'));

  it.each(possible)('answers issue paths without an index for the kind "%s"', async (kind) => {
    const { post, refusal } = open();
    const item = route[kind];
    await post(route.path, [route.good]);
    const [status, code, path] = (await refusal('POST', route.path, item)).split(' ');
    expect(`${status} ${code}`).toBe(statuses[kind]);
    expect(path).toMatch(/^[a-z_]+$/);
    expect(item).toHaveProperty(path as string);
  });
});

describe('X9: ids', () => {
  /** With DELETE by id. Clients and client-brief relationships are left out: DELETE only marks them as deleted. */
  const collections = bulkRoutes
    .map(({ path }) => path)
    .filter((path) => !/sync|brief-entitlement|set-preference|user-application|client/.test(path));

  it('X9: the collections are those with DELETE by id', () => {
    const deleted = userDataRoutes.filter(({ method, path }) => method === 'DELETE' && path.endsWith('/:id'));
    const paths = deleted.map(({ path }) => path.replace('/user-data/v1', '').replace('/:id', ''));
    expect([...collections].sort()).toEqual(paths.filter((path) => !path.includes('client')).sort());
  });

  it.each(collections)('of %s are counted up, and not reused after a delete', async (path) => {
    const { post, delete: remove } = open();
    const route = bulkRoutes.find((bulk) => bulk.path === path) as BulkRoute;
    const [first] = await post<{ id: number }[]>(path, [route.good]);
    await remove(`${path}/${first?.id}`);
    const [second] = await post<{ id: number }[]>(path, [route.good]);
    expect(second?.id).toBe((first?.id ?? 0) + 1);
  });
});
