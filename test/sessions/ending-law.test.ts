import { createMock, type Mock } from 'briefs-mock';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readingRoom } from '../support/reading-room.js';
import { stopMachine } from '../support/session-machine.js';
import { runs } from '../support/state-runs.js';

const deeds = ['visit', 'visit', 'create', 'get', 'visit through its mock', 'end', 'pass'] as const;
const event = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__'),
  deed: fc.constantFrom(...deeds),
  /** Used only by the deed `pass`. */
  seconds: fc.constantFrom(1, 5, 10, 11),
});

/** When a session was last used, and how often. */
interface Known {
  usedAt: number;
  requests: number;
}

it('Sessions: after random events, at most max exist, and only those used within idleSeconds', async () => {
  const pass = stopMachine();
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 60, size: 'max' }), fc.boolean(), async (events, strict) => {
      const [max, idleSeconds] = [3, 10];
      const { fetch, sessions } = createMock({ scenario: readingRoom, sessions: { max, idleSeconds, strict } });
      let now = 0;
      /** The longest idle session comes first. */
      const live = new Map<string, Known>();
      /** Mocks of sessions that exist or existed. */
      const held = new Map<string, { mock: Mock; of: Known }>();
      const use = (id: string, known: Known) => {
        known.usedAt = now;
        live.delete(id);
        live.set(id, known);
      };
      const begin = (id: string) => {
        const [longestIdle] = live.keys();
        if (longestIdle !== undefined && live.size === max) live.delete(longestIdle);
        const known = { usedAt: now, requests: 0 };
        live.set(id, known);
        return known;
      };

      for (const { id, deed, seconds } of events) {
        const known = live.get(id);
        switch (deed) {
          case 'visit': {
            const isRefused = strict && known === undefined;
            const { status } = await fetch(`/__mock/s/${id}/user-data/v1/client`);
            expect(status).toBe(isRefused ? 400 : 200);
            if (isRefused) break;
            const visited = known ?? begin(id);
            visited.requests++;
            use(id, visited);
            break;
          }
          case 'create':
            if (known !== undefined) expect(() => sessions.create(id)).toThrow('already');
            else held.set(id, { mock: sessions.create(id), of: begin(id) });
            break;
          case 'get':
            if (known === undefined) expect(() => sessions.get(id)).toThrow('There is no session');
            else held.set(id, { mock: sessions.get(id), of: known });
            break;
          case 'visit through its mock': {
            const holding = held.get(id);
            if (holding === undefined) break;
            expect((await holding.mock.fetch('/user-data/v1/client')).status).toBe(200);
            holding.of.requests++;
            // An ended session stays ended, and a new session with its id is not affected.
            if (holding.of === known) use(id, known);
            break;
          }
          case 'end':
            if (live.delete(id)) expect(sessions.end(id).id).toBe(id);
            else expect(() => sessions.end(id)).toThrow('There is no session');
            break;
          case 'pass':
            pass(seconds);
            now += seconds;
        }
        for (const [id, { usedAt }] of live) if (now - usedAt > idleSeconds) live.delete(id);
        expect(sessions.list().map(({ id, requests, idle_seconds }) => [id, requests, idle_seconds])).toEqual(
          [...live].map(([id, { usedAt, requests }]) => [id, requests, now - usedAt]),
        );
      }
    }),
    runs('ending', 60),
  );
});
