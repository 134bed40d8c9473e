import { newsroom } from 'briefs-mock/seeds';
import { setupMock } from 'briefs-mock/vitest';
import { expect, test } from 'vitest';

const { mock } = setupMock({ scenario: newsroom, baseUrl: 'https://api.example.com' });

const BRIEF = 'https://api.example.com/public-api/v1/bookmark/front-page/1-2026030401';

/** What your application does. */
const send = (method: string, url: string) => fetch(url, { method, headers: { authorization: 'Bearer alice-token' } });

test('adds one bookmark and changes nothing else', async () => {
  const { revision } = mock;
  await send('POST', `${BRIEF}/shop_rents_in_valencia_fall_10`);
  const after = expect.objectContaining({ email: 'alice@acme.example', article_gid: 'shop_rents_in_valencia_fall_10' });
  expect(mock.changes({ since: revision }).tables).toEqual({
    bookmark: [{ key: expect.any(Number), before: null, after }],
  });
});

/** A line for each changed record, such as `user 3: lname`. */
const changedSince = (revision: number) =>
  Object.entries(mock.changes({ since: revision }).tables).flatMap(([table, records]) =>
    records.map(({ key, before, columns }) => {
      const change = columns?.join(', ') ?? (before === null ? 'created' : 'removed');
      return `${table} ${key}: ${change}`;
    }),
  );

test('changes one column of one brief', () => {
  const { revision } = mock;
  mock.data.brief.update({ where: { slug: { equals: 'energy-today' } }, data: { is_active: false } });
  expect(changedSince(revision)).toEqual(['brief brief-energy-today: is_active']);
});

test('a second bookmark of the same article changes nothing', async () => {
  await send('POST', `${BRIEF}/shop_rents_in_valencia_fall_10`);
  const { revision } = mock;
  await send('POST', `${BRIEF}/shop_rents_in_valencia_fall_10`);
  expect(mock.changes({ since: revision }).tables).toEqual({});
});

test('a second run leads to the same state as the first', async () => {
  const run = async () => {
    mock.reset();
    await send('POST', `${BRIEF}/shop_rents_in_valencia_fall_10`);
    return { changes: mock.changes(), fingerprint: mock.fingerprint() };
  };
  const first = await run();
  const second = await run();
  expect(second.changes).toEqual(first.changes);
  expect(second.fingerprint).toBe(first.fingerprint);
});
