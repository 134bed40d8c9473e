import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { expect, it } from 'vitest';
import { ready, run, runHere, temporaryFolder } from '../support/cli.js';

// People keep these files. A file that this version writes can be read by later ones: `test/snapshots` has a snapshot of each
// version of its format, this folder the others.

const here = (file: string) => join(import.meta.dirname, file);

it('a snapshot has these parts', () => {
  const snapshot = createMock({ scenario: newsroom }).snapshot();
  expect(Object.keys(snapshot)).toEqual([
    'format',
    'version',
    'scenario',
    'seed',
    'clock',
    'counters',
    'tables',
    'fingerprint',
  ]);
  expect([snapshot.format, snapshot.version]).toEqual(['briefs-mock/snapshot', 1]);
  expect(snapshot.clock).toEqual({ now: '2026-03-04T09:00:00.000Z', frozen: true });
});

it('a trace has these parts', async () => {
  const mock = createMock({ scenario: newsroom });
  await mock.fetch('/user-data/v1/package', { method: 'POST', body: '[{"name":"pro"}]' });
  mock.data.package.delete({ where: { id: { equals: 1 } } });
  const trace = mock.trace();
  const [sent, called] = trace.entries;
  expect([trace.format, trace.version]).toEqual(['briefs-mock/trace', 1]);
  expect(Object.keys(trace)).toEqual([
    'format',
    'version',
    'package',
    'behavior',
    'scenario',
    'seed',
    'start',
    'dropped',
    'entries',
    'end',
  ]);
  expect(Object.keys(sent ?? {}).sort()).toEqual([
    'answer',
    'at',
    'body',
    'entry',
    'headers',
    'id',
    'kind',
    'method',
    'number',
    'path',
    'revision',
    'wall_time',
  ]);
  expect(Object.keys(called ?? {}).sort()).toEqual(['at', 'call', 'changes', 'entry', 'kind', 'revision', 'wall_time']);
  expect([sent?.kind, called?.kind]).toEqual(['request', 'call']);
});

it('a state file and its log of version 1, left by a server that was killed, can be read', async () => {
  const folder = await temporaryFolder();
  for (const file of ['state-v1.json', 'state-v1.json.log']) await copyFile(here(file), join(folder, file));
  const { url, child, exit } = await ready(run(['--state', 'state-v1.json', '--port', '0'], {}, folder));
  const names = async (session: Record<string, string>) => {
    const { data } = await (await fetch(`${url}/user-data/v1/package`, { headers: session })).json();
    return data.map(({ name }: { name: string }) => name);
  };
  expect([await names({}), await names({ 'x-mock-session': 'one' })]).toEqual([['in the log'], ['in a session']]);
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
});

it('a baseline of conform of version 1 can be read', async () => {
  const folder = await temporaryFolder();
  const differences = { 'user-data/package/list': { since: '2026-03-04', where: ['step 1: data[].name'] } };
  const baseline = { format: 'briefs-mock-conform-baseline', version: 1, differences };
  await writeFile(join(folder, 'known.json'), JSON.stringify(baseline));
  await writeFile(join(folder, 'empty.har'), JSON.stringify({ log: { version: '1.2', entries: [] } }));
  const { exit, errors } = runHere(
    ['conform', '--har', 'empty.har', '--baseline', 'known.json', '--write-baseline'],
    {},
    folder,
  );
  expect([await exit, errors()]).toEqual([9, expect.any(String)]);
  expect(JSON.parse(await readFile(join(folder, 'known.json'), 'utf8'))).toEqual(baseline);
});

it('a config file has these settings', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'settings.json'), '{"nothing": 1}');
  const { exit, errors } = runHere(['--config', 'settings.json'], {}, folder);
  await exit;
  expect(/allowed: (.*)/.exec(errors())?.[1]?.split(', ').sort()).toEqual([
    'behavior',
    'clock',
    'control',
    'controlCorsOrigin',
    'controlToken',
    'corsOrigin',
    'delay',
    'demo',
    'drain',
    'drainDelay',
    'exportOnExit',
    'faultProfiles',
    'host',
    'import',
    'jsonLogs',
    'life',
    'maxSessions',
    'maxSessionsPerClient',
    'name',
    'newSessionsPerMinute',
    'port',
    'publicUrl',
    'quiet',
    'routes',
    'scenario',
    'scenarios',
    'seed',
    'serviceToken',
    'sessionActive',
    'sessionIdle',
    'speed',
    'state',
    'stateSync',
    'store',
    'strictSessions',
    'tokens',
  ]);
});
