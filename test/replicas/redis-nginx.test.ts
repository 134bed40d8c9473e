import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { atEnd, expectOneServer, request, withNumber } from '../support/replica-law.js';
import { inSession, Memory, type Sent } from '../support/session-worlds.js';
import { runs } from '../support/state-runs.js';
import { type Group, startGroup } from './behind-nginx.js';
import { counter, isLinearizable } from './linearizability.js';
import { clientsOf, recorded, step } from './recording.js';

// Properties run many times, so the default timeout is too short.
vi.setConfig({ testTimeout: 3_600_000 });

let group: Group;
beforeAll(async () => {
  group = await startGroup();
});
afterAll(() => group.stop());

const anyRequest = fc.record({
  ...request,
  /** What happens to a replica first; `whole` waits until those that have been killed are replaced. */
  event: fc.constantFrom('killed', 'paused', 'whole', ...Array<undefined>(27).fill(undefined)),
  replica: fc.nat(2),
});

/**
 * Before which step of a history a replica is killed or paused. Not three, because while one is paused, another one is to answer.
 */
const faults = fc.array(
  fc.record({ before: fc.nat(9), kind: fc.constantFrom('killed', 'paused'), replica: fc.nat(2) }),
  { minLength: 1, maxLength: 2 },
);

/** How often replicas were killed and paused. */
let tally = { killed: 0, paused: 0 };

describe('Replicas behind nginx, which deals requests out in turns', () => {
  it('answer as one server does, also if they are killed, started and paused meanwhile', async () => {
    const law = fc.asyncProperty(
      fc.array(anyRequest, { minLength: 30, maxLength: 100, size: 'max' }),
      async (steps) => {
        await group.startFromScratch();
        const { replicas } = group;
        const sent: Sent[] = [];
        const answers: Promise<string | undefined>[] = [];
        const memory = new Memory();
        const send = (one: Sent, to?: number) => {
          const numbered = withNumber(one, sent.length);
          sent.push(numbered);
          answers.push(group.ask(numbered, to));
        };
        for (const { operation, session, way, isTogether, event, replica } of steps) {
          if (!isTogether) await Promise.all(answers);
          const one = inSession(session, way, memory.fill(operation));
          if (event === 'killed') {
            await replicas.kill(replica);
            tally.killed++;
          }
          if (event === 'whole') await replicas.whole();
          if (event === 'paused') {
            await replicas.whilePaused(replica, async () => {
              send(one, (replica + 1) % 3);
              await answers.at(-1);
            });
            tally.paused++;
          } else send(one);
        }
        await Promise.all(answers);
        await replicas.whole();
        const { length } = sent;
        for (const one of atEnd) for (const to of [0, 1, 2]) send(one, to);
        const answered = await Promise.all(answers);
        expect(answered.slice(length)).not.toContain(undefined);
        const { began, batches } = await group.log();

        vi.useFakeTimers({ toFake: ['Date'], now: began });
        const single = await group.startSingle();
        const ask = async (number: number) => `${await group.ask(sent[number] as Sent, 'single')}`;
        try {
          await expectOneServer(answered, batches, ask);
        } finally {
          await single.close();
          vi.useRealTimers();
        }
      },
    );
    tally = { killed: 0, paused: 0 };
    await fc.assert(law, { ...runs('nginx', 6, 2), endOnFailure: true });
    expect(tally.killed).toBeGreaterThan(0);
    expect(tally.paused).toBeGreaterThan(0);
  });

  it('are linearizable, also if they are killed, started and paused meanwhile', async () => {
    const { replicas, applications, send } = group;
    let number = 0;
    const law = fc.asyncProperty(clientsOf(fc.record(step)), faults, async (clients, faults) => {
      const session = `history-${number++}`;
      const ask = (to?: number) => (sent: Sent) => send(inSession(session, 'header', sent), to);
      const operations = await recorded(clients, async ({ input }, number, perform) => {
        for (const { before, kind, replica } of faults) {
          if (before !== number) continue;
          tally[kind]++;
          if (kind === 'killed') await replicas.kill(replica);
          else {
            await replicas.whilePaused(replica, async () => {
              const other = ask((replica + 1) % 3);
              await perform('add', other);
              await perform('read', other);
            });
          }
        }
        await perform(input, ask());
      });
      const model = { ...counter, start: applications };
      expect(isLinearizable(model, operations), JSON.stringify(operations)).toBe(true);
    });
    tally = { killed: 0, paused: 0 };
    await fc.assert(law, { ...runs('nginx histories', 16, 5), endOnFailure: true });
    expect(tally.killed).toBeGreaterThan(0);
    expect(tally.paused).toBeGreaterThan(0);
  });
});
