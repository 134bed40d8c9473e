import { createMock } from 'briefs-mock';
import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, world } from '../support/state-world.js';

const USERS = 20_000;
const FEW = 50;

const mock = createMock();
const emailOf = (n: number) => `user-${n}@acme.example`;

/** How many records are looked at. */
function visitsOf(act: () => unknown): number {
  const before = mock.visits;
  act();
  return mock.visits - before;
}

beforeAll(() => {
  for (let n = 1; n <= USERS; n++) mock.data.user.create({ fname: `F${n % 100}`, lname: 'L', email: emailOf(n) });
  mock.data.application.create({ name: 'reader' });
  mock.data.brief.create({ id: 'b1', name: 'Morning', slug: 'morning' });
  for (let n = 1; n <= 1000; n++) {
    mock.data.application_user.create({ user_id: n, application_id: 1, legacy_id: n });
    mock.data.brief_entitlement.create({ email: emailOf(n), brief_slug: 'morning' });
  }
});

describe(`State: with ${USERS} users, counting the records looked at`, () => {
  const middle = USERS / 2;
  const byId = (n: number) => ({ where: { id: { equals: n } } });
  const byEmail = (n: number) => ({ where: { email: { equals: emailOf(n).toUpperCase() } } });

  it.each<[string, () => unknown]>([
    ['findFirst by id', () => mock.data.user.findFirst(byId(middle))],
    ['findFirst by an id that is not there', () => mock.data.user.findFirst(byId(USERS * 2))],
    ['findFirst by e-mail', () => mock.data.user.findFirst(byEmail(middle))],
    ['findFirst by an e-mail that is not there', () => mock.data.user.findFirst(byEmail(USERS * 2))],
    [
      'findFirst by e-mail and more',
      () => mock.data.user.findFirst({ where: { ...byEmail(7).where, lname: { equals: 'L' } } }),
    ],
    ['count of all', () => mock.data.user.count()],
    ['count by id', () => mock.data.user.count(byId(middle))],
    ['findMany by a reference', () => mock.data.application_user.findMany({ where: { user_id: { equals: 5 } } })],
    ['create', () => mock.data.user.create({ fname: 'New', lname: 'L', email: 'new@acme.example' })],
    [
      'create with references',
      () => mock.data.application_user.create({ user_id: middle, application_id: 1, legacy_id: 99_999 }),
    ],
    ['update by id', () => mock.data.user.update({ ...byId(middle), data: { fname: 'Changed' } })],
    ['update by e-mail', () => mock.data.user.update({ ...byEmail(middle + 1), data: { lname: 'Changed' } })],
    [
      'update of an e-mail that others follow',
      () => mock.data.user.update({ ...byId(1), data: { email: 'first@acme.example' } }),
    ],
    ['delete', () => mock.data.user.delete(byId(middle))],
    ['delete with what goes along', () => mock.data.user.delete(byId(2))],
    ['updateMany of one', () => mock.data.user.updateMany({ ...byId(3), data: { lname: 'Changed' } })],
    ['deleteMany of one', () => mock.data.user.deleteMany(byEmail(4))],
    ['tokenFor', () => mock.tokenFor(emailOf(middle + 2))],
    [
      'a create that is refused',
      () => expect(() => mock.data.user.create({ fname: 'N', lname: 'L', email: emailOf(9) })).toThrow(),
    ],
  ])(`State: %s visits fewer than ${FEW}`, (_, act) => {
    expect(visitsOf(act)).toBeLessThan(FEW);
  });

  it('State: a query visits the records that its index finds, and no more than twice', () => {
    const found = () => expect(mock.data.user.findMany({ where: { fname: { equals: 'F1' } } }).length).toBe(200);
    expect(visitsOf(found)).toBeLessThanOrEqual(400);
  });

  it('State: counting is real: a query that no index serves visits every record', () => {
    const scan = () => mock.data.user.count({ where: { lname: { equals: 'nobody' } } });
    expect(visitsOf(scan)).toBeGreaterThanOrEqual(USERS - FEW);
  });

  it('State: fork, snapshot, restore, reset and a transaction visit none', () => {
    const visits = mock.visits;
    const snapshot = mock.snapshot();
    const fork = mock.fork();
    mock.restore(snapshot);
    mock.data.feature.updateMany({ where: {}, data: {} });
    expect(mock.visits).toBe(visits);
    fork.reset();
    expect(fork.visits).toBe(0);
    expect(fork.data.user.count()).toBe(0);
    expect(mock.data.user.count()).toBeGreaterThan(USERS - FEW);
  });

  it('State: a write after each of a thousand forks visits no more than one without', () => {
    const write = (n: number) => mock.data.user.update({ ...byId(middle + 100), data: { lname: `L${n}` } });
    const alone = visitsOf(() => write(0));
    const forks: (typeof mock)[] = [];
    const all = visitsOf(() => {
      for (let n = 1; n <= 1000; n++) {
        forks.push(mock.fork());
        write(n);
      }
    });
    expect(all).toBe(1000 * alone);
    expect(forks[500]?.data.user.findFirst(byId(middle + 100))?.lname).toBe('L500');
  });

  it('State: a reset of a mock that was changed throughout visits none', () => {
    const small = createMock({ scenario: world });
    const bytes = bytesOf(small);
    small.data.user.updateMany({ where: {}, data: { lname: 'Changed' } });
    const visits = small.visits;
    small.reset();
    expect(small.visits).toBe(visits);
    expect(bytesOf(small)).toBe(bytes);
  });
});
