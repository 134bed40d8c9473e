import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock, MockError } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/cli.js';
import { readingRoom } from '../support/reading-room.js';
import { office } from '../support/user-data-office.js';

/** A server whose state file was replaced by another program, so that it can write nothing any more. */
async function open() {
  const file = join(await temporaryFolder(), 'state.json');
  const mock = createMock({ scenario: readingRoom, scenarios: [office] });
  const server = await createServer(mock, { port: 0, state: file, onProblem: () => {} }).listen();
  onTestFinished(() => server.close().catch(() => {}));
  writeFileSync(`${file}.new`, readFileSync(file));
  renameSync(`${file}.new`, file);
  rmSync(`${file}.lock`, { recursive: true });
  return { mock, server };
}

it.each([
  ['of the scenario', { scenario: 'office' }],
  ['of the seed', { seed: 5 }],
])('A reset %s that cannot be saved changes neither the state nor the baseline', async (_, baseline) => {
  const { mock } = await open();
  const before = mock.snapshot();
  expect(() => mock.reset(baseline as { seed: number })).toThrow(
    expect.objectContaining({ name: MockError.name, code: 'unavailable' }),
  );
  expect(mock.snapshot()).toEqual(before);
  expect(mock.changes().tables).toEqual({});
  // A trace begins at the baseline.
  expect(mock.trace()).toMatchObject({ entries: [] });
});

it('POST /__mock/reset that cannot be saved gets 503, and changes neither the state nor the baseline', async () => {
  const { mock, server } = await open();
  const before = mock.snapshot();
  const body = JSON.stringify({ scenario: 'office', seed: 5 });
  const { status } = await fetch(`${server.url}/__mock/reset`, { method: 'POST', body });
  expect(status).toBe(503);
  expect(mock.snapshot()).toEqual(before);
  expect(mock.changes().tables).toEqual({});
});
