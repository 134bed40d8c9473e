import { scenarios } from 'briefs-mock/seeds';
import { beforeAll, describe, expect, it } from 'vitest';
import { PROCESS_TIMEOUT, runModule } from '../support/state-process.js';

/** The message when a fingerprint differs from the one in fingerprints.txt. */
const onChange =
  'A scenario or a table has changed. If that was not intended, a scenario depends on more than its seed and clock. ' +
  'If it was, run this test with -u, review fingerprints.txt and add a changeset: users may have kept snapshots';

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

// It takes ten times as long as all others: it is built here in an unusual time zone, and in that of the machine by its own test.
const large = [['large', 7]] as const;
const others = scenarios.filter(({ name }) => name !== 'large');
const quick = others.flatMap(({ name }) => [1, 7].map((seed) => [name, seed] as const));

const TIMEOUT = 5 * PROCESS_TIMEOUT;

/** Builds scenarios in a process with the given time zone and locale. */
function build(
  TZ: string,
  LANG: string,
  locale: string,
  list: readonly (readonly [string, number])[],
): readonly Fingerprint[] {
  const env = { TZ, LANG, LC_ALL: LANG };
  const machine = JSON.parse(runModule(builder, { env, input: JSON.stringify(list), timeout: TIMEOUT }));
  expect(machine).toMatchObject({ timeZone: TZ, locale });
  return machine.found;
}

/** One line for each fingerprint. */
const linesOf = (found: readonly Fingerprint[]) => found.map((line) => `${line.join(' ')}\n`).join('');

describe('the fingerprints of scenarios', () => {
  let found: readonly Fingerprint[];
  beforeAll(() => {
    found = [...build('UTC', 'C', 'en-US', quick), ...build('Australia/Adelaide', 'ar_EG.UTF-8', 'ar-EG', large)];
  }, TIMEOUT);

  it('equal those in fingerprints.txt, which vitest -u writes', async () => {
    await expect(linesOf(found), onChange).toMatchFileSnapshot('fingerprints.txt');
  });

  it('differ from scenario to scenario and from seed to seed', () => {
    expect(new Set(found.map(([, , fingerprint]) => fingerprint)).size).toBe(quick.length + large.length);
  });

  it.each([
    ['Pacific/Kiritimati', 'tr_TR.UTF-8', 'tr-TR'],
    ['America/New_York', 'de_DE.UTF-8', 'de-DE'],
  ] as const)(
    'are the same in the time zone %s with the locale %s',
    (TZ, LANG, locale) => {
      expect(linesOf(build(TZ, LANG, locale, quick))).toBe(linesOf(found.slice(0, quick.length)));
    },
    TIMEOUT,
  );
});
