import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { runHere, start, startHere, stop, temporaryFolder } from '../support/cli.js';
import { addClient, clientsAt, clientsIn } from '../support/persistence.js';

/** Creates a folder with a snapshot that contains a client `imported`. */
async function folderWithImport(): Promise<string> {
  const folder = await temporaryFolder();
  const mock = createMock({ seed: 9 });
  mock.data.client.create({ name: 'imported', short_name: 'i', display_name: 'I', type: 'company' });
  await writeFile(join(folder, 'import.json'), `${JSON.stringify(mock.snapshot())}\n`);
  return folder;
}

const reset = (url: string) => fetch(`${url}/__mock/reset`, { method: 'POST' });

describe('--import', () => {
  it('sets the state at the start, to which a reset returns', async () => {
    const folder = await folderWithImport();
    const { url, output } = await startHere(['--import', 'import.json', '--seed', '2'], {}, folder);
    expect(output()).toContain('(scenario nothing, seed 9)');
    await addClient(url, 'one');
    expect(await clientsAt(url)).toEqual(['imported', 'one']);
    await reset(url);
    expect(await clientsAt(url)).toEqual(['imported']);
    expect((await reset(url)).status).toBe(200);
  });

  it('with --state, sets the baseline, and the state only if the state file does not exist yet', async () => {
    const folder = await folderWithImport();
    const args = ['--import', 'import.json', '--state', 'state.json'];
    const first = await startHere(args, {}, folder);
    await addClient(first.url, 'one');
    await first.stop();
    expect(await clientsIn(join(folder, 'state.json'))).toEqual(['imported', 'one']);

    const { url } = await startHere(args, {}, folder);
    expect(await clientsAt(url)).toEqual(['imported', 'one']);
    await reset(url);
    expect(await clientsAt(url)).toEqual(['imported']);
  });

  it('exits with 1 for a missing file and for an invalid snapshot', async () => {
    const folder = await folderWithImport();
    const imported = await readFile(join(folder, 'import.json'), 'utf8');
    await writeFile(join(folder, 'wrong.json'), imported.replace('"imported"', '"changed"'));
    await writeFile(join(folder, 'package.json'), '{"name": "application"}');
    for (const [file, said] of [
      ['nowhere.json', 'The file nowhere.json cannot be used: it does not exist (ENOENT)'],
      ['package.json', 'The file package.json cannot be used: it is neither a snapshot nor a trace'],
      ['wrong.json', 'The snapshot file wrong.json cannot be used: The snapshot cannot be restored: fingerprint'],
    ] as const) {
      const { exit, errors, output } = runHere(['--import', file], {}, folder);
      expect(await exit).toBe(1);
      expect(errors()).toContain(said);
      expect(output()).toBe('');
    }
  });
});

describe('--export-on-exit', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('writes a snapshot when %s stops the server', async (signal) => {
    const folder = await temporaryFolder();
    const server = await start(['--scenario', 'empty', '--export-on-exit', 'export.json'], {}, folder);
    await addClient(server.url, 'one');
    const snapshot = await (await fetch(`${server.url}/__mock/snapshot`)).json();
    expect(await stop(server, signal)).toBe(0);
    expect(JSON.parse(await readFile(join(folder, 'export.json'), 'utf8'))).toEqual(snapshot);
  });

  it('replaces an existing file, and the snapshot can be imported', async () => {
    const folder = await folderWithImport();
    const args = ['--import', 'import.json', '--export-on-exit', 'import.json'];
    const first = await startHere(args, {}, folder);
    await addClient(first.url, 'one');
    await first.stop();
    const second = await startHere(args, {}, folder);
    expect(await clientsAt(second.url)).toEqual(['imported', 'one']);
  });

  it('keeps the mode of an existing file', async () => {
    const file = join(await temporaryFolder(), 'export.json');
    await writeFile(file, '');
    await chmod(file, 0o600);
    const server = await startHere(['--scenario', 'empty', '--export-on-exit', file]);
    expect(await server.stop()).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await clientsIn(file)).toEqual([]);
  });

  it.each<[string[], string]>([
    [['--config', 'own.json', '--export-on-exit', './own.json'], 'the config file'],
    [['--config', 'itself.json'], 'the config file'],
    [['--export-on-exit', 'briefs-mock.config.json'], 'the config file'],
    [['--import', 'trace.json', '--export-on-exit', 'trace.json'], '--import'],
    [['--import', 'handed-over.json', '--export-on-exit', 'handed-over.json'], '--import'],
    [['--state', 'z.json', '--export-on-exit', './z.json'], '--state'],
    [['--state', 'z.json', '--export-on-exit', 'z.json.log'], '--state'],
  ])('with %j exits with 2 at the start, and keeps every file', async (args, name) => {
    const folder = await temporaryFolder();
    const mock = createMock();
    const [trace, snapshot] = [mock.trace(), mock.snapshot()];
    const files = {
      'own.json': {},
      'itself.json': { exportOnExit: './itself.json' },
      'briefs-mock.config.json': {},
      'trace.json': trace,
      'handed-over.json': { format: 'briefs-mock/handover', version: 1, note: '', trace, har: {}, snapshot },
    };
    for (const [file, json] of Object.entries(files)) await writeFile(join(folder, file), JSON.stringify(json));
    for (const command of [[], ['exec']]) {
      const rest = command.length === 0 ? ['--port', '0'] : ['--', process.execPath, '-e', ''];
      const { exit, errors } = runHere([...command, ...args, ...rest], {}, folder);
      expect([await exit, errors()]).toEqual([2, expect.stringContaining(`${name} and --export-on-exit both name `)]);
    }
    expect((await readdir(folder)).sort()).toEqual(Object.keys(files).sort());
    for (const [file, json] of Object.entries(files)) {
      expect(await readFile(join(folder, file), 'utf8')).toBe(JSON.stringify(json));
    }
  });

  it('exits with 1 at the start when the file cannot be written', async () => {
    const folder = await temporaryFolder();
    for (const file of [folder, join(folder, 'nowhere', 'export.json')]) {
      const { exit, errors, output } = runHere(['--port', '0', '--export-on-exit', file]);
      expect(await exit).toBe(1);
      expect(errors()).toContain(`The export file ${file} cannot be written`);
      expect(output()).toBe('');
    }
  });

  it('exits with 1 when the file cannot be written at the end, and still saves the state', async () => {
    const folder = await temporaryFolder();
    const args = ['--scenario', 'empty', '--state', 'state.json', '--export-on-exit', 'below/export.json'];
    await mkdir(join(folder, 'below'));
    const server = await startHere(args, {}, folder);
    await addClient(server.url, 'one');
    await rm(join(folder, 'below'), { recursive: true });
    expect(await server.stop()).toBe(1);
    expect(server.errors()).toContain('The state could not be exported to below/export.json: ');
    expect(await clientsIn(join(folder, 'state.json'))).toEqual(['one']);
  });
});
