import { scenarios } from 'briefs-mock/seeds';
import { beforeAll, describe, expect, it } from 'vitest';
import { PROCESS_TIMEOUT, runModule } from '../support/state-process.js';
import { fingerprintChanged } from './fingerprint-changed.js';

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

type Fingerprint = readonly [scenario: string, seed: number, fingerprint: string];

// It takes ten times as long as all others together: large.slow.test.ts has its fingerprint.
const others = scenarios.filter(({ name }) => name !== 'large');
const wanted = others.flatMap(({ name }) => [1, 7].map((seed) => [name, seed] as const));

const TIMEOUT = 5 * PROCESS_TIMEOUT;

/** Builds the scenarios in a process with the given time zone and locale. */
function build(TZ: string, LANG: string, locale: string): readonly Fingerprint[] {
  const env = { TZ, LANG, LC_ALL: LANG };
  const machine = JSON.parse(runModule(builder, { env, input: JSON.stringify(wanted), timeout: TIMEOUT }));
  expect(machine).toMatchObject({ timeZone: TZ, locale });
  return machine.found;
}

/** One line for each fingerprint. */
const linesOf = (found: readonly Fingerprint[]) => found.map((line) => `${line.join(' ')}\n`).join('');

describe('the fingerprints of scenarios', () => {
  let found: readonly Fingerprint[];
  beforeAll(() => {
    found = build('UTC', 'C', 'en-US');
  }, TIMEOUT);

  it('equal those in fingerprints.txt, which vitest -u writes', async () => {
    await expect(linesOf(found), fingerprintChanged).toMatchFileSnapshot('fingerprints.txt');
  });

  it('differ from scenario to scenario and from seed to seed', () => {
    expect(new Set(found.map(([, , fingerprint]) => fingerprint)).size).toBe(wanted.length);
  });

  it.each([
    ['Pacific/Kiritimati', 'tr_TR.UTF-8', 'tr-TR'],
    ['America/New_York', 'ar_EG.UTF-8', 'ar-EG'],
  ] as const)(
    'are the same in the time zone %s with the locale %s',
    (TZ, LANG, locale) => {
      expect(linesOf(build(TZ, LANG, locale))).toBe(linesOf(found));
    },
    TIMEOUT,
  );
});
