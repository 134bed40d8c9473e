import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bin, follow, inherited, kill, ready, run, start, stop, temporaryFolder } from '../support/cli.js';
import { addClient, clientsAt, clientsIn, untilSaved } from '../support/persistence.js';

const SAVED_AGAIN = /the state is saved again/;

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
    await rm(file, { recursive: true });
    await mkdir(file);
    await addClient(server.url, 'four');
    expect(await clientsAt(server.url)).toEqual(['one', 'two', 'three', 'four']);
    await rm(file, { recursive: true });
    await addClient(server.url, 'five');
    await untilSaved(file, 'five');

    await server.said(SAVED_AGAIN);
    expect(server.errors().match(/cannot be saved/g)).toHaveLength(1);
    expect(await clientsIn(file)).toEqual(['one', 'two', 'three', 'four', 'five']);
    expect(await readdir(folder)).toEqual(['state.json', 'state.json.lock']);
    expect(await stop(server)).toBe(0);
  });

  it('at the end, the server exits with 1 and the reason', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const server = await start(['--scenario', 'empty', '--state', file]);
    await mkdir(file);
    expect(await stop(server)).toBe(1);
    expect(server.errors()).toMatch(
      /The state could not be saved to \S+state\.json: it is a folder, not a file \(EISDIR\)/,
    );
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
    const exporting = run(['--export-on-exit', file, '--port', '0']);
    expect(await exporting.exit).toBe(1);
    expect(exporting.errors()).toMatch(/cannot be written: \S+ is read-only/);
  });

  it('because the disk is full, the old file stays intact, and the state is saved once there is space', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'state.json');
    // A limit of 8 KiB per file: as on a full disk, part of the text is still written. The limit also sends a signal,
    // which would kill Node without a listener.
    const args = [bin, '--port', '0', '--scenario', 'empty', '--state', file].map((arg) => `'${arg}'`).join(' ');
    const env = { ...inherited(), NODE_OPTIONS: "--import=data:text/javascript,process.on('SIGXFSZ',()=>{})" };
    const child = spawn('sh', ['-c', `ulimit -f 16; exec '${process.execPath}' ${args}`], { env });
    const started = follow(child);
    onTestFinished(() => kill(started));
    const server = await ready(started);
    await addClient(server.url, 'one');
    await untilSaved(file, 'one');
    const whole = await readFile(file, 'utf8');

    await addClient(server.url, 'x'.repeat(20_000));
    await server.said(/cannot be saved to \S+: EFBIG/);
    expect(await readFile(file, 'utf8')).toBe(whole);
    expect(await readdir(folder)).toEqual(['state.json', 'state.json.lock']);

    await fetch(`${server.url}/__mock/data/client/2`, { method: 'DELETE' });
    await addClient(server.url, 'three');
    await untilSaved(file, 'three');
    await server.said(SAVED_AGAIN);
    expect(await stop(server)).toBe(0);
    expect(await clientsIn(file)).toEqual(['one', 'three']);
  });

  it('at the start, the server exits with 1', async () => {
    const folder = await temporaryFolder();
    const refused = async (file: string, said: string) => {
      const { exit, errors, output } = run(['--port', '0', '--state', file]);
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
