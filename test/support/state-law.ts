import type { Mock } from 'briefs-mock';
import * as fc from 'fast-check';
import { it } from 'vitest';
import { walks } from './state-operations.js';
import { runs } from './state-runs.js';
import { walk } from './state-walk.js';

/** Defines a test that checks every mock that exists at the end of a random walk; `name` seeds the walks. */
export function law(title: string, name: string, numRuns: number, check: (mock: Mock) => void): void {
  it(title, async () => {
    await fc.assert(
      fc.asyncProperty(walks(40), async (operations) => {
        for (const { mock } of await walk(operations)) check(mock);
      }),
      runs(name, numRuns),
    );
  });
}
