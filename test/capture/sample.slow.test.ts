import { createMock, type Mock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { captureAsIs, mockOf } from '../support/capture-backend.js';

const tokens = { 'alice@acme.example': 'alice-token', 'erin@mailbox.example': 'erin-token' };
const idsIn = ({ data }: Mock) => data.user.getAll().map(({ id }) => id);

describe('which people a capture has', () => {
  it('at least one of each kind, the readers among them, with all that they refer to', async () => {
    const target = createMock({ scenario: newsroom });
    const all = await captureAsIs(target.fetch, tokens);
    const some = await captureAsIs(target.fetch, tokens, { users: 2 });
    const kinds = all.report.kinds.map(({ description }) => description.replace(/brief entitlement( and )?/, ''));
    const chosen = some.report.kinds.map(({ description }) => description.replace(/brief entitlement( and )?/, ''));
    expect(new Set(chosen)).toEqual(new Set(kinds));
    expect(some.report.people).toBeLessThan(all.report.people);
    expect(some.report.notes).toContainEqual(expect.stringMatching(/^chosen \d+ people in place of 2, because each /));
    expect(all.report.notes).not.toContainEqual(expect.stringMatching(/^chosen /));

    const [copy, whole] = [await mockOf(some), await mockOf(all)];
    expect(copy.data.user.getAll().map(({ email }) => email)).toEqual(expect.arrayContaining(Object.keys(tokens)));
    for (const { email } of copy.data.user.getAll()) {
      const of = { where: { email: { equals: email } } };
      for (const table of ['brief_entitlement', 'bookmark'] as const) {
        expect(copy.data[table].count(of)).toBe(whole.data[table].count(of));
      }
    }
  });

  it('L5: nobody is taken for a person without entitlements whose entitlements were not asked for', async () => {
    const target = createMock({ scenario: newsroom });
    const { id: client_id } = target.data.client.create({
      name: 'Big',
      short_name: 'b',
      display_name: 'B',
      type: 'company',
    });
    for (let i = 0; i < 300; i++) {
      const email = `p${i}@big.example`;
      target.data.user.create({ fname: 'P', lname: `${i}`, email, client_id });
      target.data.brief_entitlement.create({ email, brief_slug: 'acme-board-brief' });
    }
    const asked = new Set<string | null>();
    const watched = (request: Request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/user-data/v1/brief-entitlement') asked.add(searchParams.get('email'));
      return target.fetch(request);
    };
    const { data } = await mockOf(await captureAsIs(watched, tokens, { users: 20 }));
    const ofBig = data.user.findMany({ where: { client_id: { equals: client_id } } });
    expect(ofBig.length).toBeGreaterThan(0);
    for (const { email } of ofBig) {
      expect([email, data.brief_entitlement.count({ where: { email: { equals: email } } })]).toEqual([email, 1]);
    }
    expect(asked.size).toBeLessThan(60);
  });

  it('one more person at the target changes one person of the result at most', async () => {
    const target = createMock({ scenario: newsroom });
    const before = idsIn(await mockOf(await captureAsIs(target.fetch, tokens, { users: 20 })));
    for (let i = 0; i < 5; i++) {
      target.data.user.create({ fname: 'New', lname: `One${i}`, email: `new${i}@mailbox.example` });
      const after = idsIn(await mockOf(await captureAsIs(target.fetch, tokens, { users: 20 })));
      expect(before.filter((id) => !after.includes(id)).length).toBeLessThanOrEqual(i + 1);
      expect(after).toHaveLength(20);
    }
  });

  it('--at-least: no kind has fewer people; the rest is merged with another kind, or left out', async () => {
    const target = createMock({ scenario: newsroom });
    const { report, ...files } = await captureAsIs(target.fetch, tokens, { atLeast: 3 });
    expect(report.kinds.length).toBeGreaterThan(0);
    expect(report.kinds.filter(({ people }) => people < 3)).toEqual([]);
    expect(report.notes).toEqual(
      expect.arrayContaining([expect.stringMatching(/^merged /), expect.stringMatching(/^left out /)]),
    );
    expect((await mockOf(files)).data.user.count()).toBe(report.people);
  });
});
