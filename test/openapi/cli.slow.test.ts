import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runHere } from '../support/cli.js';

it('openapi prints the document of all services', async () => {
  const { exit, output } = runHere(['openapi']);
  expect(await exit).toBe(0);
  const { paths } = JSON.parse(output());
  expect(paths['/public-api/v1/brief'].get.responses[200].content['application/json'].examples).toHaveProperty(
    'newsroom',
  );
  expect(paths).toHaveProperty(['/__mock/health']);
});

it('openapi --service -o writes the document of one service to a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'briefs-mock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'user-data.json');
  const { exit, output } = runHere(['openapi', '--service', 'user-data', '-o', file]);
  expect(await exit).toBe(0);
  expect(output()).toBe('');
  expect(JSON.parse(readFileSync(file, 'utf8')).info.title).toBe('User-data API');
});

it('openapi exits with 2 and lists the services for an unknown one, and with 1 for an unwritable file', async () => {
  const wrong = runHere(['openapi', '--service', 'user']);
  expect(await wrong.exit).toBe(2);
  expect(wrong.errors()).toContain('public-api, user-data, user-preference, control');
  const nowhere = runHere(['openapi', '-o', '/no/such/folder/openapi.json']);
  expect(await nowhere.exit).toBe(1);
  expect(nowhere.errors()).toContain('/no/such/folder/openapi.json');
});
