import { replay, type Trace } from 'briefs-mock';
import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { operation } from '../support/session-operations.js';
import { answerOf, Memory, Mocks, transportOf } from '../support/session-worlds.js';
import { runs } from '../support/state-runs.js';

// Properties run many times, so the default timeout is too short.
vi.setConfig({ testTimeout: 600_000 });

it('a trace replays with the same answers and the same state at the end', async () => {
  const mocks = new Mocks();
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 60, size: 'max' }), async (taken) => {
      const mock = mocks.fresh('replayed');
      const memory = new Memory();
      for (const one of taken) {
        const sent = memory.fill(one);
        memory.note(sent, (await answerOf(transportOf(mock), sent)).text);
      }
      const trace: Trace = JSON.parse(JSON.stringify(mock.trace()));
      const { requests, differences, fingerprint, mock: again } = await replay(trace, { scenarios: mock.scenarios });
      expect(differences).toEqual([]);
      expect(fingerprint).toBeUndefined();
      expect(requests).toBe(trace.entries.filter(({ kind }) => kind === 'request').length);
      expect(again.revision).toBe(mock.revision);
      const { entries, ...rest } = again.trace();
      expect(entries).toEqual(trace.entries);
      expect(rest.end.fingerprint).toBe(trace.end.fingerprint);
    }),
    runs('replay', 20),
  );
});
