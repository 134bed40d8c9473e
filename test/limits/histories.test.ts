import { createMock, type Mock } from 'briefs-mock';
import { expect, it } from 'vitest';

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
  expect(() => one.rewind(1)).toThrow('Revision 1 is not kept any more');
});
