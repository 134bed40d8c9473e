import { createMock, type Mock } from 'briefs-mock';
import { expect, it } from 'vitest';
import { growthOf, stepsOf } from '../support/steps.js';

/** More changes than the limit has room for if two sessions make as many. */
const CHANGES = 40_000;

function change({ clock }: Mock): void {
  for (let n = 0; n < CHANGES; n++) clock.advance({ seconds: 1 });
}
const kept = ({ history }: Mock) => history.list().length;

it('The histories of all sessions together are bounded: the session that has been idle longest loses its oldest revisions', () => {
  const mock = createMock({ history: { limit: 100_000 } });
  const [one, other] = [mock.sessions.create('one'), mock.sessions.create('other')];
  change(one);
  expect(kept(one)).toBe(CHANGES);
  change(other);
  expect(kept(one)).toBeLessThan(CHANGES);
  expect(kept(other)).toBe(CHANGES);
  // What is left ends with the latest change, and can still be reached.
  expect(one.revision).toBe(CHANGES);
  one.rewind(CHANGES - kept(one));
  expect(() => one.rewind(1)).toThrow('Revision 1 is no longer kept');
});

it('A session that has ended leaves its part of the bound to others', () => {
  const mock = createMock({ history: { limit: 100_000 } });
  const [one, other] = [mock.sessions.create('one'), mock.sessions.create('other')];
  change(one);
  mock.sessions.end('one');
  change(other);
  expect(kept(other)).toBe(CHANGES);
});

it('The mock remembers why sessions were lost for as many as there may be sessions', async () => {
  const mock = createMock({ sessions: { max: 3 } });
  const lossOf = async (id: string) =>
    (await mock.fetch(`/__mock/s/${id}/user-data/v1/user`)).headers.get('x-mock-session-lost');
  // Each after the third ends the one that has been idle longest.
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) expect(await lossOf(id)).toBeNull();
  // The last three of a to e are remembered; each request loses one more.
  expect(await lossOf('a')).toBeNull();
  expect(await lossOf('d')).toContain('the limit of 3 sessions was reached');
});

it('A fork costs the same however many changes were made before', async () => {
  const costOf = async (changes: number) => {
    const mock = createMock();
    for (let n = 0; n < changes; n++) mock.clock.advance({ seconds: 1 });
    return [await stepsOf(() => mock.fork())];
  };
  expect(await growthOf(100, costOf, 8)).toBeLessThan(1.1);
});
