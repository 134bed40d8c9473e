import type { Mock } from 'briefs-mock';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { disagreementsOf, faultsOf } from '../support/state-laws.js';
import { crowdedWalks, walks } from '../support/state-operations.js';
import { runs } from '../support/state-runs.js';
import { walk } from '../support/state-walk.js';
import { bytesOf } from '../support/state-world.js';

// How long a property takes says nothing here: see the tests of cost.
vi.setConfig({ testTimeout: 600_000 });

/** Holds for every mock that is left at the end of a walk. */
function law(name: string, numRuns: number, check: (mock: Mock) => void): void {
  it(name, async () => {
    await fc.assert(
      fc.asyncProperty(walks(40), async (operations) => {
        for (const { mock } of await walk(operations)) check(mock);
      }),
      runs(name, numRuns),
    );
  });
}

describe('State: whatever is done to forks of one mock', () => {
  it('X6 X9 X19 X21 X24 every answer, refusal and record is that of a plain model, at every step', async () => {
    await fc.assert(
      fc.asyncProperty(walks(40), async (operations) => void (await walk(operations, { watched: true }))),
      runs('watched', 30),
    );
  });

  law('X6 X9 X19 X21 X24 every answer, refusal and record is that of a plain model, at the end', 40, () => {});

  it('State: the same holds of hundreds of records', async () => {
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

  law('State: every record has its shape, its references lead somewhere, unique is unique', 20, (mock) => {
    expect(faultsOf(mock)).toEqual([]);
  });

  law('State: a query by value finds what a scan finds', 12, (mock) => {
    expect(disagreementsOf(mock)).toEqual([]);
  });

  law('State: a snapshot that is put back, as it is or as JSON, changes not a byte', 12, (mock) => {
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

describe('State: two runs of the same', () => {
  const requestIds = async (mock: Mock) => {
    const ids: (string | null)[] = [];
    for (let n = 0; n < 3; n++) ids.push((await mock.fetch('/__mock/health')).headers.get('x-request-id'));
    return ids;
  };
  const endOf = async (operations: Parameters<typeof walk>[0], seed: number) => {
    const mocks = (await walk(operations, { seed })).map(({ mock }) => mock);
    return Promise.all(mocks.map(async (mock) => ({ bytes: bytesOf(mock), ids: await requestIds(mock) })));
  };

  it('X12 State: the same scenario, seed and operations give the same bytes and request ids', async () => {
    await fc.assert(
      fc.asyncProperty(walks(30), fc.nat(), async (operations, seed) => {
        expect(await endOf(operations, seed)).toEqual(await endOf(operations, seed));
      }),
      runs('same seed', 10),
    );
  });

  it('X12 State: another seed gives other bytes and other request ids', async () => {
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
