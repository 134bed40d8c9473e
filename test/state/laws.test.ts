import type { Mock } from 'briefs-mock';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { law } from '../support/state-law.js';
import { disagreementsOf, faultsOf } from '../support/state-laws.js';
import { crowdedWalks, walks } from '../support/state-operations.js';
import { runs } from '../support/state-runs.js';
import { walk } from '../support/state-walk.js';
import { bytesOf } from '../support/state-world.js';

// Properties run many times, so the default timeout is too short; cost.test.ts tests the speed.
vi.setConfig({ testTimeout: 600_000 });

describe('State: after random operations on the forks of a mock', () => {
  it('X6 X9 X19 X21 X24 every answer, error and record equals that of a simple model, after every step', async () => {
    await fc.assert(
      fc.asyncProperty(walks(40), async (operations) => void (await walk(operations, { watched: true }))),
      runs('watched', 30),
    );
  });

  law(
    'X6 X9 X19 X21 X24 every answer, error and record equals that of a simple model, at the end',
    'end',
    40,
    () => {},
  );

  it('the model and every lookup by slug also agree with hundreds of records', async () => {
    await fc.assert(
      fc.asyncProperty(crowdedWalks(50), async (operations) => {
        for (const { mock } of await walk(operations)) {
          const briefs = mock.data.brief.getAll();
          const bySlug = briefs.map(({ slug }) => mock.data.brief.findFirst({ where: { slug: { equals: slug } } }));
          expect(bySlug).toEqual(briefs);
        }
      }),
      runs('hundreds', 12),
    );
  });

  law('every record matches its schema, every reference exists, and unique values are unique', 'valid', 20, (mock) => {
    expect(faultsOf(mock)).toEqual([]);
  });

  law('a query that uses an index finds the same records as a full scan', 'scan', 12, (mock) => {
    expect(disagreementsOf(mock)).toEqual([]);
  });

  law('restoring a snapshot, as an object or from JSON, gives a byte-identical snapshot', 'restored', 12, (mock) => {
    const snapshot = mock.snapshot();
    const bytes = JSON.stringify(snapshot);
    mock.reset();
    mock.restore(snapshot);
    expect(bytesOf(mock)).toBe(bytes);
    mock.reset();
    mock.restore(JSON.parse(bytes));
    expect(bytesOf(mock)).toBe(bytes);
    expect(mock.fingerprint()).toBe(snapshot.fingerprint);
    expect(disagreementsOf(mock)).toEqual([]);
  });
});

describe('State: two runs of the same operations', () => {
  const requestIds = async (mock: Mock) => {
    const ids: (string | null)[] = [];
    for (let n = 0; n < 3; n++) ids.push((await mock.fetch('/__mock/health')).headers.get('x-request-id'));
    return ids;
  };
  const endOf = async (operations: Parameters<typeof walk>[0], seed: number) => {
    const mocks = (await walk(operations, { seed })).map(({ mock }) => mock);
    return Promise.all(mocks.map(async (mock) => ({ bytes: bytesOf(mock), ids: await requestIds(mock) })));
  };

  it('X12 give the same state and request ids with the same scenario and seed', async () => {
    await fc.assert(
      fc.asyncProperty(walks(30), fc.nat(), async (operations, seed) => {
        expect(await endOf(operations, seed)).toEqual(await endOf(operations, seed));
      }),
      runs('same seed', 10),
    );
  });

  it('X12 give another state and other request ids with another seed', async () => {
    await fc.assert(
      fc.asyncProperty(walks(30), fc.nat(), async (operations, seed) => {
        const [one, other] = [await endOf(operations, seed), await endOf(operations, seed + 1)];
        for (const [i, { bytes, ids }] of one.entries()) {
          expect(other[i]?.bytes).not.toBe(bytes);
          for (const id of ids) expect(other[i]?.ids).not.toContain(id);
        }
      }),
      runs('other seed', 10),
    );
  });
});
