import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMock, defineScenario, type Mock, replay } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli.js';

const FILES = join(import.meta.dirname, 'files-of-0.1.0');

/** The scenarios that the files began from. */
const library = defineScenario({
  name: 'library',
  description: 'One reader and a public brief',
  clock: '2026-03-04T09:00:00Z',
  personas: [{ key: 'bo', email: 'bo@acme.example', token: 'bo-token', description: 'the reader' }],
  seed: ({ data }) => {
    data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
    data.brief.create({ name: 'Morning', slug: 'morning', is_public: true });
  },
});
const other = defineScenario({ ...library, name: 'other', clock: '2026-03-05T09:00:00Z' });

const contentsOf = (mock: Mock) => ({
  fingerprint: mock.fingerprint(),
  scenario: mock.scenario,
  snapshots: mock.snapshots.list().map(({ name }) => [name, mock.snapshots.get(name).fingerprint]),
});

it('a state file and its log that an earlier build left behind when it was killed are restored', async () => {
  const state = join(await temporaryFolder(), 'state.json');
  for (const suffix of ['', '.log']) await copyFile(join(FILES, `state.json${suffix}`), state + suffix);
  const mock = createMock({ scenario: library, scenarios: [other], seed: 3 });
  const server = await createServer(mock, { port: 0, state }).listen();
  expect(contentsOf(mock)).toEqual(EXPECTED.main);
  expect(contentsOf(mock.sessions.get('branch'))).toEqual(EXPECTED.branch);
  await server.close();
});

it('a trace that an earlier build wrote is replayed with the same answers, and written the same but for headers', async () => {
  const trace = JSON.parse(await readFile(join(FILES, 'trace.json'), 'utf8'));
  const { mock, requests, differences, fingerprint } = await replay(trace, { scenarios: [library, other] });
  expect({ requests, differences, fingerprint }).toEqual({ requests: 5, differences: [], fingerprint: undefined });
  // The earlier build wrote no headers of answers.
  const entries = JSON.stringify(mock.trace().entries).replaceAll('"headers":{},"body"', '"body"');
  expect(entries).toBe(JSON.stringify(trace.entries));
});

const EXPECTED = {
  main: {
    fingerprint: '30f26b06892c1f9040b2386acf5737c6417080639aa9d06700db2465171b49f4',
    scenario: 'library',
    snapshots: [['early', '35e6f8f941a22faa3cbc287103308dc73b3749d73c7f1e5b12de7bfe52a70faa']],
  },
  branch: {
    fingerprint: '1d298d4d18d0b608cfa5d096c223987156ea24acd8324e0c24c3d4141c017a6a',
    scenario: 'other',
    snapshots: [['one', 'c08b065304c7941d2f77d38818b25afaf6b675cccf1953d9d91763d49e29c69e']],
  },
};
