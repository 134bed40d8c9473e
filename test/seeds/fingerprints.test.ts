import { scenarios } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { fingerprints, onChange } from '../support/scenario-fingerprints.js';
import { PROCESS_TIMEOUT, runModule } from '../support/state-process.js';

/** Builds the scenarios and seeds that come in; tells their fingerprints, and where it has run. */
const builder = `
  import { readFileSync } from 'node:fs';
  import { createMock } from 'briefs-mock';
  import { scenarios } from 'briefs-mock/seeds';

  const wanted = JSON.parse(readFileSync(0, 'utf8'));
  const told = wanted.map(([name, seed]) => {
    const scenario = scenarios.find((scenario) => scenario.name === name);
    return [name, seed, createMock({ scenario, seed }).fingerprint()];
  });
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  console.log(JSON.stringify({ timeZone, locale, told }));
`;

const known = Object.entries(fingerprints).flatMap(([name, bySeed]) =>
  Object.entries(bySeed).map(([seed, fingerprint]) => [name, Number(seed), fingerprint] as const),
);
const quick = known.filter(([name]) => name !== 'large');
// The one that takes its time is built once here and, under the other seed, in its own test.
const slow = known.filter(([name, seed]) => name === 'large' && seed === 7);

const TIMEOUT = 5 * PROCESS_TIMEOUT;

describe('fingerprints of scenarios', () => {
  it('are known of every scenario, for two seeds that differ', () => {
    expect(Object.keys(fingerprints), onChange).toEqual(scenarios.map(({ name }) => name));
    expect(new Set(known.map(([, , fingerprint]) => fingerprint)).size).toBe(2 * scenarios.length);
  });

  it.each([
    ['UTC', 'C', 'en-US', quick],
    ['Pacific/Kiritimati', 'tr_TR.UTF-8', 'tr-TR', quick],
    ['America/New_York', 'de_DE.UTF-8', 'de-DE', quick],
    ['Australia/Adelaide', 'ar_EG.UTF-8', 'ar-EG', slow],
  ] as const)(
    'are those known, in %s with the locale %s',
    (TZ, LANG, locale, expected) => {
      const env = { TZ, LANG, LC_ALL: LANG };
      const input = JSON.stringify(expected);
      const machine = JSON.parse(runModule(builder, { env, input, timeout: TIMEOUT }));
      expect(machine).toMatchObject({ timeZone: TZ, locale });
      expect(machine.told, onChange).toEqual(expected);
    },
    TIMEOUT,
  );
});
