import { createMock, defineScenario, type Mock } from 'briefs-mock';
import { expect, it } from 'vitest';

/** A scenario with this many users, one of whom has a token, and one public brief. */
const crowd = (users: number) =>
  defineScenario({
    name: `crowd-${users}`,
    description: `${users} users`,
    clock: '2026-03-04T09:00:00Z',
    personas: [{ key: 'first', email: 'user-1@acme.example', token: 'first-token', description: 'reads' }],
    seed: ({ data }) => {
      for (let n = 1; n <= users; n++) data.user.create({ fname: 'F', lname: 'L', email: `user-${n}@acme.example` });
      const brief = data.brief.create({ name: 'Morning', slug: 'morning', is_public: true });
      data.brief_document.create({ gid: '1-1', brief_id: brief.id, date: '2026-03-04' });
    },
  });
const small = createMock({ scenario: crowd(100) });
const great = createMock({ scenario: crowd(10_000) });

/** The number of records that a session looks at for the requests of a typical test. */
async function visitsOfWork(session: Mock): Promise<number> {
  const headers = { authorization: 'Bearer first-token' };
  const before = session.recordsRead;
  for (const [method, path, body] of [
    ['POST', '/public-api/v1/bookmark/morning/1-1'],
    ['GET', '/public-api/v1/bookmark/brief'],
    ['PUT', '/user-data/v1/user/50', '{"fname":"Changed"}'],
    ['POST', '/user-data/v1/user', '[{"fname":"Bo","lname":"Ek","email":"bo@acme.example"}]'],
    ['DELETE', '/user-data/v1/user/60'],
  ]) {
    const response = await session.fetch(path as string, { method: method as string, headers, ...(body && { body }) });
    expect(response.status).toBe(200);
  }
  return session.recordsRead - before;
}

it('Sessions: creating, resetting, restoring and forking look at no record, of 100 or of 10,000 users', async () => {
  for (const mock of [small, great]) {
    const before = mock.recordsRead;
    const made = mock.sessions.create();
    await mock.fetch('/__mock/s/named/__mock/clock', { method: 'DELETE' });
    const posted = await mock.fetch('/__mock/sessions', { method: 'POST' });
    const sessions = [made, mock.sessions.get('named'), mock.sessions.get((await posted.json()).data.id)];
    expect(sessions.map(({ recordsRead }) => recordsRead)).toEqual([0, 0, 0]);
    for (const session of sessions) {
      session.reset();
      session.snapshots.keep('now');
      session.snapshots.restore('now');
      session.fork();
    }
    expect(sessions.map(({ recordsRead }) => recordsRead)).toEqual([0, 0, 0]);
    mock.sessions.list();
    for (const { session } of sessions) mock.sessions.end(session as string);
    expect(mock.recordsRead).toBe(before);
  }
});

it('Sessions: the cost of requests does not depend on the number of users and sessions', async () => {
  const alone = await visitsOfWork(small.fork());
  expect(alone).toBeGreaterThan(0);
  for (const mock of [small, great]) {
    for (let n = 0; n < 100; n++) expect(await visitsOfWork(mock.sessions.create(`s${n}`))).toBe(alone);
  }
});

it('Sessions: writes in one are not visible in any other, with 10,000 users', () => {
  const sessions = Array.from({ length: 50 }, () => great.sessions.create());
  const nameOf = (mock: Mock, id: number) => mock.data.user.findFirst({ where: { id: { equals: id } } })?.fname;
  for (const [nth, session] of sessions.entries()) {
    session.data.user.update({ where: { id: { equals: 77 } }, data: { fname: `In ${nth}` } });
    session.data.user.delete({ where: { id: { equals: 9000 + nth } } });
  }
  expect(sessions.map((session) => nameOf(session, 77))).toEqual(sessions.map((_, nth) => `In ${nth}`));
  for (const [nth, session] of sessions.entries()) {
    expect(session.data.user.count()).toBe(9999);
    expect(nameOf(session, 9000 + nth)).toBeUndefined();
    expect(nameOf(session, 9000 + ((nth + 1) % 50))).toBe('F');
  }
  expect([nameOf(great, 77), great.data.user.count()]).toEqual(['F', 10_000]);
});
