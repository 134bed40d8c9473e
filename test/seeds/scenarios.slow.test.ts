import { createMock, defineScenario, type Scenario } from 'briefs-mock';
import * as seeds from 'briefs-mock/seeds';
import { empty, expiredTokens, large, newsroom, scenarios } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';

/** The scenarios that are built fast. The remaining one, `large`, is tested in large.test.ts. */
const quick = scenarios.filter((scenario) => scenario !== large);

describe('the list of scenarios', () => {
  it('starts with the default, newsroom, followed by the others from empty to large', () => {
    expect(scenarios.slice(0, 2)).toEqual([newsroom, empty]);
    expect(scenarios.at(-1)).toBe(large);
  });

  it('contains every exported scenario, exported under the camel case of its name', () => {
    const { scenarios: _, ...exported } = seeds;
    const names = (all: readonly (readonly [string, Scenario])[]) =>
      all.map(([key, { name }]) => `${key}: ${name}`).sort();
    const camelCased = scenarios.map(
      (scenario) => [scenario.name.replace(/-(\w)/g, (_, c) => c.toUpperCase()), scenario] as const,
    );
    const message = 'seeds/index.ts must export each scenario under its name, and list it in `scenarios`';
    expect(names(Object.entries(exported)), message).toEqual(names(camelCased));
  });

  it('has a one-line description of every scenario and persona, and tokens by the keys of personas', () => {
    for (const { description, personas } of scenarios) {
      expect(description).toMatch(/^[A-Z][^\n]{20,110}[^.\n]$/);
      for (const { key, email, token, description } of personas) {
        expect(key).toMatch(/^[a-z]+$/);
        expect(email.startsWith(`${key}@`), email).toBe(true);
        expect(token).toBe(`${key}-token`);
        expect(description).toMatch(/^[A-Z].{20,110}\.$/);
      }
    }
    expect(scenarios.filter(({ personas }) => personas.length === 0)).toEqual([empty]);
  });
});

describe.each(quick)('$name', (scenario) => {
  it('has the same fingerprint for the same seed, and another one for another seed', () => {
    const fingerprint = (seed: number) => createMock({ scenario, seed }).fingerprint();
    expect(fingerprint(3)).toBe(fingerprint(3));
    expect(fingerprint(4)).not.toBe(fingerprint(3));
  });

  it.each([0, 2, 5, 13, 2_147_483_647])('can be created with seed %i', (seed) => {
    expect(() => createMock({ scenario, seed })).not.toThrow();
  });

  // A Sunday, a leap day and the last day of a year.
  it.each(['2026-08-02T23:59:59Z', '2024-02-29T00:00:00Z', '2027-12-31T12:00:00Z'])(
    'can be created at %s, with no bookmark in the future',
    (clock) => {
      const { data } = createMock({ scenario, clock });
      expect(data.bookmark.count({ where: { created_on: { gt: Date.parse(clock) / 1000 } } })).toBe(0);
    },
  );

  it('is the same after its snapshot is restored from JSON', () => {
    const mock = createMock({ scenario, seed: 7 });
    const json = JSON.stringify(mock.snapshot());
    const other = createMock();
    other.restore(JSON.parse(json));
    expect(JSON.stringify(other.snapshot())).toBe(json);
    expect(other.fingerprint()).toBe(mock.fingerprint());
    mock.restore(JSON.parse(json));
    expect(JSON.stringify(mock.snapshot())).toBe(json);
  });

  it('gives every user a token, and its personas the tokens in their definitions', async () => {
    const mock = createMock({ scenario, seed: 7 });
    if (scenario !== empty) expect(mock.data.user.count(), 'only the scenario empty has no users').toBeGreaterThan(0);
    for (const { email } of mock.data.user.getAll()) {
      expect(mock.data.access_token.count({ where: { email: { equals: email } } })).toBeGreaterThan(0);
    }
    for (const { email, token } of scenario.personas) {
      expect(await statusFor(mock, token)).toBe(isExpired(scenario, email) ? 401 : 200);
      expect(await statusFor(mock, mock.tokenFor(email))).toBe(200);
    }
  });
});

function statusFor(mock: ReturnType<typeof createMock>, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return mock.fetch('/public-api/v1/brief', { headers }).then(({ status }) => status);
}

/** Whether the token of a persona has expired, as it has for Edgar only. */
function isExpired(scenario: Scenario, email: string): boolean {
  return scenario === expiredTokens && email === 'edgar@mailbox.example';
}

describe('empty', () => {
  it('has no records and no personas', () => {
    const { data } = createMock({ scenario: empty });
    expect(Object.values(data).map((table) => table.count())).toEqual(Object.keys(data).map(() => 0));
    expect(empty.personas).toEqual([]);
  });
});

describe('newsroom', () => {
  it('seeds the random numbers of each record by its key, so that drawing more for one changes no other', () => {
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

  it('has documents up to the day of the clock that it is created with', () => {
    const { data } = createMock({ scenario: newsroom, clock: '2027-11-09T23:59:59Z' });
    expect(data.brief_document.count({ where: { date: { equals: '2027-11-09' } } })).toBeGreaterThan(8);
    expect(data.brief_document.count({ where: { date: { gt: '2027-11-09' } } })).toBe(1);
    expect(data.bookmark.count()).toBeGreaterThan(0);
    expect(data.bookmark.count({ where: { created_on: { gt: Date.parse('2027-11-09T23:59:59Z') / 1000 } } })).toBe(0);
  });
});
