import type { StoreLog } from 'briefs-mock/server';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { MemoryStore } from '../support/memory-log.js';
import { hasty, startReplica, type TestReplica } from '../support/replicas.js';
import { requestOf } from '../support/session-worlds.js';
import { runs } from '../support/state-runs.js';
import { counter, type Input, isLinearizable, type Operation } from './linearizability.js';
import { clientsOf, recorded, step } from './recording.js';

// Properties run many times, so the default timeout is too short.
vi.setConfig({ testTimeout: 600_000 });

const clients = clientsOf(fc.record({ ...step, replica: fc.nat(2) }));
/** What happens to the calls of the store, one after the other. */
const troubles = fc.array(
  fc.constantFrom(undefined, undefined, undefined, 'lost before' as const, 'lost after' as const),
  {
    maxLength: 12,
  },
);
/** Before which operation which replica is killed, and another one started. */
const kills = fc.array(fc.record({ before: fc.nat(15), replica: fc.nat(2) }), { maxLength: 2 });

interface History {
  readonly clients: readonly (readonly { input: Input; replica: number; pauses: number }[])[];
  readonly troubles: readonly ('lost before' | 'lost after' | undefined)[];
  readonly kills: readonly { before: number; replica: number }[];
}

/** The operations of clients that write and read at the same time, through three replicas. */
async function through(history: History, spoil?: (log: StoreLog) => StoreLog): Promise<Operation<Input, number>[]> {
  const store = new MemoryStore();
  const start = () => startReplica(store, {}, spoil);
  const replicas = [await start(), await start(), await start()];
  const left = [...history.troubles];
  store.trouble = () => left.shift();
  const killBefore = async (number: number) => {
    for (const { before, replica } of history.kills) {
      if (before !== number) continue;
      replicas[replica]?.kill();
      // A server that does not reach the store does not start.
      const { trouble } = store;
      store.trouble = () => undefined;
      replicas[replica] = await start();
      store.trouble = trouble;
    }
  };
  const operations = await recorded(history.clients, async ({ input, replica }, number, perform) => {
    await killBefore(number);
    const { mock, death } = replicas[replica] as TestReplica;
    await perform(input, (sent) => Promise.race([mock.fetch(requestOf('http://mock.example', sent)), death]));
  });
  store.trouble = () => undefined;
  await Promise.all(replicas.map(({ server }) => server.close()));
  return operations;
}

function law(spoil?: (log: StoreLog) => StoreLog) {
  return fc.asyncProperty(fc.record({ clients, troubles, kills }), async (history) => {
    const operations = await through(history, spoil);
    expect(isLinearizable(counter, operations), JSON.stringify(operations)).toBe(true);
  });
}

describe('Histories of replicas', () => {
  it('are linearizable, also with lost connections, and replicas that are killed', async () => {
    await fc.assert(law(), { ...runs('histories', 100, 20), endOnFailure: true });
  });

  it('would not be, if replicas answered before a request is in the log', async () => {
    const { failed } = await fc.check(law(hasty), { ...runs('hasty histories', 100, 20), endOnFailure: true });
    expect(failed).toBe(true);
  });
});
