import { createMock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { PROCESS_TIMEOUT, runModule } from '../support/state-process.js';
import { bytesOf, world } from '../support/state-world.js';

/** A program that builds a scenario, calls the API, restores the snapshot from stdin, and prints all results. */
const story = `
  import { readFileSync } from 'node:fs';
  import { createMock, defineScenario } from 'briefs-mock';

  const evening = defineScenario({
    name: 'evening',
    description: 'Near midnight, with names that languages order differently',
    clock: '2026-03-04T23:30:00-05:00',
    personas: [{ key: 'ida', email: 'IDA@acme.example', token: 'ida-token', description: '' }],
    seed: ({ data, now }) => {
      data.user.create({ fname: 'I', lname: String(now.getTime()), email: 'ida@acme.example' });
      for (const name of ['Äpfel', 'Zebra', 'apfel', 'I İ ı i', 'ß', 'chata', 'czas']) {
        data.brief.create({ name, is_public: true });
      }
      for (const date of ['2026-03-04', '2026-03-05', '2026-03-06']) {
        data.brief_document.create({ brief_id: '1', date });
      }
    },
  });
  const ask = async (mock, path) => (await mock.fetch('/public-api/v1' + path, {
    headers: { authorization: 'Bearer ida-token' },
  })).text();

  const mock = createMock({ scenario: evening, seed: 7 });
  const slug = mock.data.brief.findFirst({ where: { id: { equals: '1' } } }).slug;
  mock.data.bookmark.create({ email: 'IDA@ACME.EXAMPLE', brief_slug: slug, brief_gid: '1-2' });
  const answers = [await ask(mock, '/brief'), await ask(mock, '/brief/' + slug)];
  mock.clock.advance({ days: 30 });
  const later = [mock.clock.day, mock.fingerprint()];

  const other = createMock();
  other.restore(JSON.parse(readFileSync(0, 'utf8')));
  other.clock.set('2026-10-25T01:30:00Z');
  other.data.bookmark.create({ email: 'cy@beta.example', brief_slug: 'morning', brief_gid: 'd2' });
  const ordered = other.data.user.findMany({ orderBy: { fname: 'desc' } });
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  console.log(JSON.stringify({ machine: [timeZone, locale], results: [answers, later, ordered, other.snapshot()] }));
`;

describe('State: independence of the machine', () => {
  it(
    'answers, records and fingerprints are the same in every time zone and locale',
    () => {
      const input = bytesOf(createMock({ scenario: world }));
      const machines = [
        { TZ: 'UTC', LC_ALL: 'C', LANG: 'C' },
        { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' },
        { TZ: 'America/New_York', LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8' },
      ].map((env) => JSON.parse(runModule(story, { env, input })));
      expect(machines[1].machine[0]).toBe('Pacific/Kiritimati');
      expect(machines[2].machine[0]).toBe('America/New_York');
      expect(machines[0].results[0][1]).toContain('2026-03-05');
      expect(machines[1].results).toEqual(machines[0].results);
      expect(machines[2].results).toEqual(machines[0].results);
    },
    3 * PROCESS_TIMEOUT,
  );
});
