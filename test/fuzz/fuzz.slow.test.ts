import { describe, expect, it } from 'vitest';
import { LARGE_EVERY, Tally, walk } from '../support/fuzz-walk.js';
import { runs } from '../support/state-runs.js';

// `npm run fuzz` sends more requests.
describe('X5: random requests to any operation get a documented answer, and a rejected one changes nothing:', () => {
  const { seed } = runs('fuzz', 1);
  // The first one tries all operations, also those that take long.
  const walks = (count: number) => Array.from({ length: count }, (_, n) => LARGE_EVERY * (seed >>> 4) + n);

  it('directly, and each operation succeeds at least once', async () => {
    const tally = new Tally();
    for (const each of walks(20)) {
      await walk({ seed: each, requests: 1200, through: 'fetch' }, tally);
      if (tally.missing.length === 0) break;
    }
    expect(tally.missing).toEqual([]);
  });

  it.each(['msw', 'tcp'] as const)('through %s, with the same answers', async (through) => {
    const tally = new Tally();
    for (const each of walks(2)) await walk({ seed: each, requests: 120, through }, tally);
    expect(tally.statuses.get(200)).toBeGreaterThan(60);
  });

  it('as bytes that are not always HTTP, and the server goes on', async () => {
    const tally = new Tally();
    for (const each of walks(1)) await walk({ seed: each, requests: 200, through: 'raw' }, tally);
    expect(tally.statuses.get(200)).toBeGreaterThan(20);
    expect(tally.statuses.get(400)).toBeGreaterThan(20);
  });

  it('and the same seed sends the same requests', async () => {
    const tallies = [new Tally(), new Tally()];
    for (const tally of tallies) await walk({ seed, requests: 50, through: 'fetch' }, tally);
    expect(tallies[0]).toEqual(tallies[1]);
  });
});
