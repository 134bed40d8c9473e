import { createMock } from 'briefs-mock';
import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, world } from '../support/state-world.js';

const USERS = 20_000;
const FEW = 50;

const mock = createMock();
const emailOf = (n: number) => `user-${n}@acme.example`;

/** Counts the records that a function reads. */
function visitsOf(act: () => unknown): number {
  const before = mock.recordsRead;
  act();
  return mock.recordsRead - before;
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

describe(`State: with ${USERS} users, the number of records that are read`, () => {
  const middle = USERS / 2;
  const byId = (n: number) => ({ where: { id: { equals: n } } });
  const byEmail = (n: number) => ({ where: { email: { equals: emailOf(n).toUpperCase() } } });

  it.each<[string, () => unknown]>([
    ['findFirst by id', () => mock.data.user.findFirst(byId(middle))],
    ['findFirst by an unknown id', () => mock.data.user.findFirst(byId(USERS * 2))],
    ['findFirst by e-mail', () => mock.data.user.findFirst(byEmail(middle))],
    ['findFirst by an unknown e-mail', () => mock.data.user.findFirst(byEmail(USERS * 2))],
    [
      'findFirst by e-mail and another column',
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
      'update of an e-mail that other records copy',
      () => mock.data.user.update({ ...byId(1), data: { email: 'first@acme.example' } }),
    ],
    ['delete', () => mock.data.user.delete(byId(middle))],
    ['delete with cascades', () => mock.data.user.delete(byId(2))],
    ['updateMany of one', () => mock.data.user.updateMany({ ...byId(3), data: { lname: 'Changed' } })],
    ['deleteMany of one', () => mock.data.user.deleteMany(byEmail(4))],
    ['tokenFor', () => mock.tokenFor(emailOf(middle + 2))],
    [
      'a create that is rejected',
      () => expect(() => mock.data.user.create({ fname: 'N', lname: 'L', email: emailOf(9) })).toThrow(),
    ],
  ])(`%s reads fewer than ${FEW}`, (_, act) => {
    expect(visitsOf(act)).toBeLessThan(FEW);
  });

  it('a query by an index reads each record that it finds at most twice', () => {
    const found = () => expect(mock.data.user.findMany({ where: { fname: { equals: 'F1' } } }).length).toBe(200);
    expect(visitsOf(found)).toBeLessThanOrEqual(400);
  });

  it('a query without an index reads every record, so the count is real', () => {
    const scan = () => mock.data.user.count({ where: { lname: { equals: 'nobody' } } });
    expect(visitsOf(scan)).toBeGreaterThanOrEqual(USERS - FEW);
  });

  it(`a transaction reads no more than the write in it, and one that is undone reads fewer than ${FEW}`, () => {
    const query = { ...byId(middle + 3), data: { lname: 'Changed' } };
    const alone = visitsOf(() => mock.data.user.update(query));
    expect(visitsOf(() => expect(mock.data.user.updateMany(query)).toHaveLength(1))).toBe(alone);
    const taken = { ...byId(middle + 3), data: { email: emailOf(middle + 50) } };
    expect(visitsOf(() => expect(() => mock.data.user.updateMany(taken)).toThrow())).toBeLessThan(FEW);
  });

  it('fork, snapshot, restore and reset read none', () => {
    const visits = mock.recordsRead;
    const snapshot = mock.snapshot();
    const fork = mock.fork();
    mock.restore(snapshot);
    expect(mock.recordsRead).toBe(visits);
    fork.reset();
    expect(fork.recordsRead).toBe(0);
    expect(fork.data.user.count()).toBe(0);
    expect(mock.data.user.count()).toBeGreaterThan(USERS - FEW);
  });

  it('1000 writes, each after a fork, read as many as 1000 times a write without one', () => {
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

  it('a reset after every user was changed reads none', () => {
    const small = createMock({ scenario: world });
    const bytes = bytesOf(small);
    small.data.user.updateMany({ where: {}, data: { lname: 'Changed' } });
    const visits = small.recordsRead;
    small.reset();
    expect(small.recordsRead).toBe(visits);
    expect(bytesOf(small)).toBe(bytes);
  });
});
