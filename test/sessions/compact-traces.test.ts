import { createMock, replay } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { expect, it } from 'vitest';
import { readerPage } from '../support/sample-apps.js';

const options = { scenarios: [newsroom] };

it('A compact trace is small, and its replay compares every answer by its hash', async () => {
  const mock = createMock({ scenario: newsroom });
  await readerPage(mock.fetch, ['each brief']);
  const [whole, compact] = [mock.trace(), mock.trace({ compact: true })];
  expect(JSON.stringify(compact).length).toBeLessThan(JSON.stringify(whole).length / 4);
  expect([compact.start.fingerprint, compact.end.fingerprint]).toEqual([undefined, undefined]);
  const { requests, differences } = await replay(JSON.parse(JSON.stringify(compact)), options);
  expect([requests, differences]).toEqual([10, []]);
  const entries = compact.entries.map((entry) =>
    entry.kind === 'request' && entry.path.endsWith('/front-page')
      ? { ...entry, answer: { status: 200, sha256: 'another' } }
      : entry,
  );
  const changed = await replay({ ...compact, entries }, options);
  expect(changed.differences.map(({ request }) => request.path)).toEqual([
    '/public-api/v1/brief/front-page',
    '/public-api/v1/brief/front-page',
  ]);
});

it('GET /__mock/trace?compact answers the same as mock.trace({ compact: true })', async () => {
  const mock = createMock({ scenario: newsroom });
  await readerPage(mock.fetch);
  const { end: _, ...rest } = await (await mock.fetch('/__mock/trace?compact')).json();
  const { end: __, ...expected } = JSON.parse(JSON.stringify(mock.trace({ compact: true })));
  expect(rest).toEqual(expected);
});

it('A compact trace of a mock that starts from a snapshot has the baseline and its fingerprint', async () => {
  const mock = createMock({ scenario: newsroom });
  mock.data.user.delete({ where: { email: { equals: 'bruno@northwind.example' } } });
  const other = createMock({ snapshot: mock.snapshot() });
  await readerPage(other.fetch);
  const { start, ...rest } = other.trace({ compact: true });
  expect([start.fingerprint, start.baseline?.fingerprint]).toEqual([mock.fingerprint(), mock.fingerprint()]);
  expect((await replay({ start, ...rest }, options)).differences).toEqual([]);
  await expect(replay({ start: { ...start, fingerprint: 'another' }, ...rest }, options)).rejects.toThrow(
    'other records',
  );
});
