import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  bin,
  follow,
  inherited,
  kill,
  ready,
  runHere,
  start,
  startHere,
  stop,
  temporaryFolder,
} from '../support/cli.js';
import { addClient, clientOf, clientsAt, clientsIn, untilSaved } from '../support/persistence.js';

const SAVED_AGAIN = /the state is saved again/;

/**
 * Starts a server whose files can have at most this many blocks of 512 bytes. The limit also sends a signal, which would kill
 * Node without a listener.
 */
function startedWithoutSpace(flags: readonly string[], blocks: number) {
  const args = [bin, '--port', '0', '--scenario', 'empty', ...flags].map((arg) => `'${arg}'`).join(' ');
  const env = { ...inherited(), NODE_OPTIONS: "--import=data:text/javascript,process.on('SIGXFSZ',()=>{})" };
  const child = spawn('sh', ['-c', `ulimit -f ${blocks}; exec '${process.execPath}' ${args}`], { env });
  const started = follow(child);
  onTestFinished(() => kill(started));
  return started;
}

describe('When the state cannot be saved', () => {
  it('the server reports it once, keeps serving, and tries again after every change', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'state.json');
    const server = await start(['--scenario', 'empty', '--state', file, '--quiet']);
    await addClient(server.url, 'one');
    await untilSaved(file, 'one');

    // A folder in place of the file makes writing fail, even for root.
    await rm(file);
    await mkdir(file);
    await addClient(server.url, 'two');
    await server.said(/cannot be saved to \S+: it is a folder, not a file \(EISDIR\)/);
    await addClient(server.url, 'three');
    // Another folder, in one step: meanwhile the server may try to save.
    await mkdir(join(folder, 'other'));
    await rename(join(folder, 'other'), file);
    await addClient(server.url, 'four');
    expect(await clientsAt(server.url)).toEqual(['one', 'two', 'three', 'four']);
    await rm(file, { recursive: true });
    await addClient(server.url, 'five');
    await untilSaved(file, 'five');

    await server.said(SAVED_AGAIN);
    expect(server.errors().match(/cannot be saved/g)).toHaveLength(1);
    expect(await clientsIn(file)).toEqual(['one', 'two', 'three', 'four', 'five']);
    await expect.poll(() => readdir(folder)).toEqual(['state.json', 'state.json.lock', 'state.json.log']);
    expect(await stop(server)).toBe(0);
  });

  it('at the end, the server exits with 1 and the reason', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const server = await start(['--scenario', 'empty', '--state', file]);
    await addClient(server.url, 'one');
    await untilSaved(file, 'one');
    const saved = await readFile(file);
    await rm(file);
    await mkdir(file);
    await addClient(server.url, 'two');
    expect(await stop(server)).toBe(1);
    expect(server.errors()).toMatch(
      /The state could not be saved to \S+state\.json: it is a folder, not a file \(EISDIR\)/,
    );
    // The log still has the change.
    await rm(file, { recursive: true });
    await writeFile(file, saved);
    expect(await clientsAt((await startHere(['--state', file])).url)).toEqual(['one', 'two']);
  });

  it('because the file is read-only, the file stays unchanged, even for root', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const server = await start(['--scenario', 'empty', '--state', file, '--quiet']);
    await addClient(server.url, 'one');
    await untilSaved(file, 'one');
    await chmod(file, 0o444);
    await addClient(server.url, 'two');
    await server.said(/cannot be saved to \S+: \S+ is read-only/);
    expect(await stop(server)).toBe(1);
    expect(await clientsIn(file)).toEqual(['one']);
    const exporting = runHere(['--export-on-exit', file, '--port', '0']);
    expect(await exporting.exit).toBe(1);
    expect(exporting.errors()).toMatch(/cannot be written: \S+ is read-only/);
  });

  it('because the file is read-only at the start, the server says so before a change', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const flags = ['--scenario', 'empty', '--state', file];
    expect(await (await startHere(flags)).stop()).toBe(0);
    await chmod(file, 0o444);
    const server = await startHere(flags);
    expect(server.errors()).toMatch(/cannot be saved to \S+: \S+ is read-only; the changes are in \S+\.log/);
    expect(await server.stop()).toBe(0);
  });

  it('because the disk is full, writes get 503 and change nothing, until there is space', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'state.json');
    // As on a full disk, part of the text is still written.
    const server = await ready(startedWithoutSpace(['--state', file], 16));
    await addClient(server.url, 'one');
    await untilSaved(file, 'one');
    const whole = await readFile(file, 'utf8');

    const body = JSON.stringify(clientOf('x'.repeat(20_000)));
    const refused = await fetch(`${server.url}/__mock/data/client`, { method: 'POST', body });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toEqual({
      error: { code: 'unavailable', message: expect.stringMatching(/^Nothing was changed, because .*EFBIG/) },
    });
    await server.said(/cannot be saved to \S+\.log: EFBIG.*answers such requests with 503/);
    expect(await clientsAt(server.url)).toEqual(['one']);
    expect(await readFile(file, 'utf8')).toBe(whole);

    await addClient(server.url, 'three');
    await server.said(/changes are saved again/);
    await kill(server);
    const next = await startHere(['--state', file]);
    expect(await clientsAt(next.url)).toEqual(['one', 'three']);
    // The torn entry was removed at once, so there is nothing to report.
    expect(next.errors()).not.toContain('incomplete');
    expect(await next.stop()).toBe(0);
    expect(await clientsIn(file)).toEqual(['one', 'three']);
    expect(await readdir(folder)).toEqual(['state.json']);
  });

  it('because the disk is full at the start, the server has the state of file and log, is read-only, and says so', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'state.json');
    const server = await start(['--scenario', 'empty', '--state', file, '--quiet']);
    await addClient(server.url, 'x'.repeat(20_000));
    await untilSaved(file, 'x'.repeat(20_000));
    await addClient(server.url, 'two');
    await kill(server);
    const files = ['state.json', 'state.json.log'].map((name) => join(folder, name));
    const before = await Promise.all(files.map((path) => readFile(path)));

    const full = await ready(startedWithoutSpace(['--state', file], 0));
    await full.said(
      /the server is read-only, because nothing can be saved beside \S+: EFBIG.*answers requests that write with 503/,
    );
    expect((await clientsAt(full.url)).at(-1)).toBe('two');
    const refused = await fetch(`${full.url}/__mock/data/client`, {
      method: 'POST',
      body: JSON.stringify(clientOf('three')),
    });
    expect(refused.status).toBe(503);
    expect((await refused.json()).error.message).toMatch(/^Nothing was changed, because .*EFBIG/);
    const metrics = await (await fetch(`${full.url}/__mock/metrics`)).text();
    expect(metrics).toContain(`briefs_mock_state_log_bytes ${before[1]?.length}\n`);
    expect((await clientsAt(full.url)).at(-1)).toBe('two');
    expect(await stop(full)).toBe(0);
    expect(await Promise.all(files.map((path) => readFile(path)))).toEqual(before);

    const next = await startHere(['--state', file]);
    expect((await clientsAt(next.url)).at(-1)).toBe('two');
    expect(await next.stop()).toBe(0);
  });

  it('because the disk is full, --export-on-exit leaves the file as it was, and nothing beside it', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'export.json');
    await writeFile(file, 'before');
    const server = await ready(startedWithoutSpace(['--export-on-exit', file], 1));
    await addClient(server.url, 'x'.repeat(2_000));
    expect(await stop(server)).toBe(1);
    expect(server.errors()).toMatch(/The state could not be exported to \S+export\.json: EFBIG/);
    expect(await readFile(file, 'utf8')).toBe('before');
    expect(await readdir(folder)).toEqual(['export.json']);
  });

  it('at the start, the server exits with 1', async () => {
    const folder = await temporaryFolder();
    const refused = async (file: string, said: string) => {
      const { exit, errors, output } = runHere(['--port', '0', '--state', file]);
      expect(await exit).toBe(1);
      expect(errors()).toContain('The state file');
      expect(errors()).toContain(said);
      expect(output()).toBe('');
    };
    await Promise.all([
      refused(folder, 'EISDIR'),
      refused(join(bin, 'state.json'), 'ENOTDIR'),
      refused(join(folder, 'nowhere', 'state.json'), 'ENOENT'),
    ]);
  });
});
