import { createMock, defineScenario } from 'briefs-mock';
import { empty, newsroom, scenarios } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';

describe('the list of scenarios', () => {
  it('has the default first and each under its own name', () => {
    expect(scenarios[0]).toBe(newsroom);
    expect(scenarios.map(({ name }) => name)).toEqual(['newsroom', 'empty']);
    for (const { description } of scenarios) expect(description).not.toBe('');
  });
});

describe('empty', () => {
  it('has no records and no personas', () => {
    const { data } = createMock({ scenario: empty });
    expect(Object.values(data).map((table) => table.count())).toEqual(Object.keys(data).map(() => 0));
    expect(empty.personas).toEqual([]);
  });
});

describe('newsroom', () => {
  it('is the same for the same seed, and another for another', () => {
    const fingerprint = (seed: number) => createMock({ scenario: newsroom, seed }).fingerprint();
    expect(fingerprint(7)).toBe(fingerprint(7));
    expect(fingerprint(8)).not.toBe(fingerprint(7));
  });

  it.each([0, 1, 2, 3, 5, 8, 13, 2_147_483_647])('breaks no constraint under seed %i', (seed) => {
    expect(() => createMock({ scenario: newsroom, seed })).not.toThrow();
  });

  it('leaves every record as it was when one is added', () => {
    const crowded = defineScenario({
      ...newsroom,
      name: 'crowded',
      seed: (context) => {
        newsroom.seed(context);
        context.data.user.create({ fname: 'Nora', lname: 'Newcomer', email: 'nora@mailbox.example' });
      },
    });
    const before = createMock({ scenario: newsroom, seed: 7 }).data;
    const after = createMock({ scenario: crowded, seed: 7 }).data;
    expect(after.user.count()).toBe(before.user.count() + 1);
    for (const name of Object.keys(before) as (keyof typeof before)[]) {
      const expected: unknown[] = before[name].getAll();
      expect<unknown[]>(after[name].getAll(), name).toEqual(expect.arrayContaining(expected));
    }
  });

  it('draws each record from its own key, so that more numbers for one change no other', () => {
    const greedy = defineScenario({
      ...newsroom,
      name: 'greedy',
      seed: (context) =>
        newsroom.seed({
          ...context,
          random: (table, key) => {
            const random = context.random(table, key);
            if (table === 'article' && String(key).endsWith('/1')) random();
            return random;
          },
        }),
    });
    const before = createMock({ scenario: newsroom, seed: 7 }).data;
    const after = createMock({ scenario: greedy, seed: 7 }).data;
    const first = { where: { position: { equals: 1 } } };
    const further = { where: { position: { gt: 1 } } };
    expect(after.article.findMany(first)).not.toEqual(before.article.findMany(first));
    expect(after.article.findMany(further)).toEqual(before.article.findMany(further));
    expect(after.user.getAll()).toEqual(before.user.getAll());
    expect(after.brief_entitlement.getAll()).toEqual(before.brief_entitlement.getAll());
  });

  it('comes out up to the day of the clock that it is built for', () => {
    const { data } = createMock({ scenario: newsroom, clock: '2027-11-09T23:59:59Z' });
    expect(data.brief_document.count({ where: { date: { equals: '2027-11-09' } } })).toBeGreaterThan(8);
    expect(data.brief_document.count({ where: { date: { gt: '2027-11-09' } } })).toBe(1);
    expect(data.bookmark.count({ where: { created_on: { gt: Date.parse('2027-11-09T23:59:59Z') / 1000 } } })).toBe(0);
  });
});
