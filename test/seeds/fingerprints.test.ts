import { scenarios } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { fingerprints, onChange } from '../support/scenario-fingerprints.js';
import { PROCESS_TIMEOUT, runModule } from '../support/state-process.js';

/** A program that reads scenarios and seeds from stdin, and prints their fingerprints, the time zone and the locale. */
const builder = `
  import { readFileSync } from 'node:fs';
  import { createMock } from 'briefs-mock';
  import { scenarios } from 'briefs-mock/seeds';

  const wanted = JSON.parse(readFileSync(0, 'utf8'));
  const found = wanted.map(([name, seed]) => {
    const scenario = scenarios.find((scenario) => scenario.name === name);
    return [name, seed, createMock({ scenario, seed }).fingerprint()];
  });
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  console.log(JSON.stringify({ timeZone, locale, found }));
`;

const known = Object.entries(fingerprints).flatMap(([name, bySeed]) =>
  Object.entries(bySeed).map(([seed, fingerprint]) => [name, Number(seed), fingerprint] as const),
);
const quick = known.filter(([name]) => name !== 'large');
// `large` is slow to build, so it is built once here; large.test.ts builds it with the other seed.
const slow = known.filter(([name, seed]) => name === 'large' && seed === 7);

const TIMEOUT = 5 * PROCESS_TIMEOUT;

describe('the expected fingerprints', () => {
  it('cover every scenario with two seeds, and all differ', () => {
    expect(Object.keys(fingerprints), onChange).toEqual(scenarios.map(({ name }) => name));
    expect(new Set(known.map(([, , fingerprint]) => fingerprint)).size).toBe(2 * scenarios.length);
  });

  it.each([
    ['UTC', 'C', 'en-US', quick],
    ['Pacific/Kiritimati', 'tr_TR.UTF-8', 'tr-TR', quick],
    ['America/New_York', 'de_DE.UTF-8', 'de-DE', quick],
    ['Australia/Adelaide', 'ar_EG.UTF-8', 'ar-EG', slow],
  ] as const)(
    'match the scenarios built in the time zone %s with the locale %s',
    (TZ, LANG, locale, expected) => {
      const env = { TZ, LANG, LC_ALL: LANG };
      const input = JSON.stringify(expected);
      const machine = JSON.parse(runModule(builder, { env, input, timeout: TIMEOUT }));
      expect(machine).toMatchObject({ timeZone: TZ, locale });
      expect(machine.found, onChange).toEqual(expected);
    },
    TIMEOUT,
  );
});
