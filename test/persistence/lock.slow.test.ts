import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { createMock } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  bin,
  follow,
  inherited,
  kill,
  ready,
  run,
  runHere,
  start,
  startHere,
  stop,
  temporaryFolder,
} from '../support/cli.js';
import { addClient, clientOf, clientsAt, clientsIn, untilSaved } from '../support/persistence.js';

describe('The lock of a state file', () => {
  it('makes a second server exit with 1 and an explanation, also through a symlink', async () => {
    const refused = async (isThere: boolean, names: string[]) => {
      const folder = await temporaryFolder();
      const file = join(folder, 'state.json');
      await symlink('state.json', join(folder, 'link.json'));
      await symlink(folder, join(folder, 'here'));
      const server = await start(['--scenario', 'empty', '--state', file]);
      if (isThere) {
        await addClient(server.url, 'one');
        await untilSaved(file, 'one');
      }
      const others = names.map((name) => run(['--port', '0', '--state', name], {}, folder));
      for (const { exit, errors, output } of others) {
        expect(await exit).toBe(1);
        expect(errors()).toContain(
          `The state file ${file} is in use by another server (process ${server.child.pid} on `,
        );
        expect(output()).toBe('');
      }
      expect(await clientsAt(server.url)).toEqual(isThere ? ['one'] : []);
    };
    const links = [join('here', 'state.json'), join('here', 'link.json')];
    await Promise.all([refused(true, links), refused(false, links.slice(1))]);
  });

  it('is released when the server stops, so the next server can start', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    await stop(await start(['--scenario', 'empty', '--state', file]));
    const { errors } = await startHere(['--scenario', 'empty', '--state', file]);
    expect(errors()).toBe('');
  });

  it('is not waited for any longer when the waiting server is closed', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const first = await createServer(createMock(), { port: 0, state: file }).listen();
    onTestFinished(() => first.close());
    let isWaiting = () => {};
    const waits = new Promise<void>((resolve) => {
      isWaiting = resolve;
    });
    const second = createServer(createMock(), { port: 0, state: file, onProblem: isWaiting });
    const rejected = expect(second.listen()).rejects.toMatchObject({ name: 'AbortError' });
    await waits;
    await second.close();
    await rejected;
  });

  it('does not expire while the process of the server is busy', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const dist = (name: string) => JSON.stringify(new URL(`./${name}.js`, pathToFileURL(bin)).href);
    // `spawnSync` blocks this process for longer than a lock lasts, while another process tries to lock the file.
    const program = `
      import { spawnSync } from 'node:child_process';
      import { createMock } from ${dist('index')};
      import { createServer } from ${dist('server')};
      const server = await createServer(createMock(), { port: 0, state: ${JSON.stringify(file)} }).listen();
      console.log('It is ready on ' + server.url);
      const other = spawnSync(process.execPath, ${JSON.stringify([bin, '--port', '0', '--state', file])}, { encoding: 'utf8' });
      await server.close();
      console.log(JSON.stringify(other));
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env: inherited() });
    const server = await ready(follow(child));
    expect(await server.exit).toBe(0);
    expect(server.errors()).toBe('');
    const { status, stderr } = JSON.parse(server.output().split('\n')[1] as string);
    expect(stderr).toContain('is in use by another server');
    expect(status).toBe(1);
  });

  it('stays with a server whose renewals fail, until another server takes it', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const created = once(process, 'worker');
    const first = await createServer(createMock(), { port: 0, state: file, onProblem: () => {} }).listen();
    onTestFinished(() => first.close().catch(() => {}));
    const [worker] = (await created) as [Worker];
    worker.emit('error', new Error('out of memory'));
    await worker.terminate();
    await addClient(first.url, 'one');
    const second = await start(['--state', file]);
    expect(await clientsAt(second.url)).toEqual(['one']);
    expect((await writeAt(first.url, 'two')).status).toBe(503);
  });

  it('of a killed server expires, also if its time is in the future', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const first = await start(['--scenario', 'empty', '--state', file]);
    await addClient(first.url, 'one');
    await untilSaved(file, 'one');
    await kill(first);
    for (const name of ['', ...(await readdir(`${file}.lock`))]) {
      await utimes(join(`${file}.lock`, name), new Date('2099-01-01'), new Date('2099-01-01'));
    }
    const second = await startHere(['--state', file]);
    expect(second.errors()).toMatch(/is locked by another server \(process \d+ on \S+\); waiting/);
    expect(await clientsAt(second.url)).toEqual(['one']);
  });

  it('that was removed is taken again, if no other server has used the file', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const server = await start(['--scenario', 'empty', '--state', file]);
    await addClient(server.url, 'one');
    await untilSaved(file, 'one');
    await rm(`${file}.lock`, { recursive: true });
    await server.said(/has locked the file again/);
    const { exit, errors } = runHere(['--port', '0', '--state', file]);
    expect(await exit).toBe(1);
    expect(errors()).toContain('is in use by another server');
    await rm(`${file}.lock`, { recursive: true });
    await addClient(server.url, 'two');
    await untilSaved(file, 'two');
    expect(await stop(server)).toBe(0);
    expect(await readdir(join(file, '..'))).toEqual(['state.json']);
  });

  it('that was removed is not taken again, if the file has changed since', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const server = await start(['--scenario', 'empty', '--state', file]);
    await addClient(server.url, 'one');
    await untilSaved(file, 'one');
    const saved = await readFile(file, 'utf8');
    await writeFile(`${file}.new`, saved);
    await rename(`${file}.new`, file);
    await rm(`${file}.lock`, { recursive: true });
    expect((await writeAt(server.url, 'two')).status).toBe(503);
    expect(await stop(server)).toBe(1);
    expect(server.errors()).toContain('another program has changed the state file');
    expect(await readFile(file, 'utf8')).toBe(saved);
  });

  it('is not taken from a folder that is not a lock', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'state.json');
    await mkdir(join(`${file}.lock`, 'notes'), { recursive: true });
    const { exit, errors } = runHere(['--port', '0', '--state', file]);
    expect(await exit).toBe(1);
    expect(errors()).toContain(`${file}.lock is not a lock of briefs-mock: it contains notes; move it away`);
    expect(await readdir(`${file}.lock`)).toEqual(['notes']);
  });
});

/** It names no file, because everyone may call the probe. */
const LOST = 'is lost to another program; what the server has printed says why';

describe('A server that was stopped for so long that another one took over its state file', () => {
  it.each([
    ['is running', false],
    ['has ended', true],
  ])('writes no more, while the other one %s', async (_, hasEnded) => {
    const file = join(await temporaryFolder(), 'state.json');
    const first = await start(['--scenario', 'empty', '--state', file]);
    await addClient(first.url, 'a1');
    await untilSaved(file, 'a1');
    await addClient(first.url, 'a2');
    first.child.kill('SIGSTOP');
    const second = await start(['--scenario', 'empty', '--state', file]);
    expect(await clientsAt(second.url)).toContain('a1');
    await addClient(second.url, 'b1');
    await untilSaved(file, 'b1');
    if (hasEnded) expect(await stop(second)).toBe(0);
    const saved = await readFile(file, 'utf8');

    first.child.kill('SIGCONT');
    const refused = await writeAt(first.url, 'a3');
    expect(refused.status).toBe(503);
    const reason = hasEnded
      ? /another program has changed the state file/
      : /another server \(process \d+ on \S+\) has taken over the state file/;
    expect(await refused.json()).toEqual({ error: { code: 'unavailable', message: expect.stringMatching(reason) } });
    // Reads are still answered, so that the lost changes can be fetched.
    expect(await clientsAt(first.url)).toEqual(['a1', 'a2']);
    const ready = await fetch(`${first.url}/__mock/ready`);
    const { error } = await ready.json();
    expect([ready.status, error.code, error.issues]).toEqual([503, 'unavailable', [{ path: 'state', message: LOST }]]);
    expect(await first.said(reason)).toContain('answers requests that write with 503');
    expect(await stop(first)).toBe(1);
    expect(first.errors()).toMatch(/The state could not be saved to \S+state\.json: /);
    expect(await readFile(file, 'utf8')).toBe(saved);
    if (!hasEnded) expect(await stop(second)).toBe(0);
    expect(await clientsIn(file)).toContain('b1');
  });

  it('does not finish a save during which it was stopped', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(stoppingBeforeRename)}`;
    const first = await start(['--scenario', 'empty', '--state', file], { NODE_OPTIONS });
    await addClient(first.url, 'a1');
    // Another server that sees it running does not wait for its lock.
    await first.said(/stops itself/);
    const second = await start(['--scenario', 'empty', '--state', file]);
    await addClient(second.url, 'b1');
    await untilSaved(file, 'b1');
    first.child.kill('SIGCONT');
    await first.said(/has taken over the state file/);
    expect(await stop(first)).toBe(1);
    expect(await stop(second)).toBe(0);
    expect(await clientsIn(file)).toEqual(['a1', 'b1']);
    expect(await readdir(join(file, '..'))).toEqual(['state.json']);
  });
});

/** Stops the process when it has written a file and is about to rename it. */
const stoppingBeforeRename = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { renameSync } = fs;
  let renames = 0;
  fs.renameSync = (from, to) => {
    // Not at the start.
    if (from.endsWith('log.tmp') && ++renames === 2) {
      process.stderr.write('It stops itself\\n');
      process.kill(process.pid, 'SIGSTOP');
    }
    return renameSync(from, to);
  };
  syncBuiltinESMExports();
`;

/** Tries to create a client. */
function writeAt(url: string, name: string): Promise<Response> {
  return fetch(`${url}/__mock/data/client`, { method: 'POST', body: JSON.stringify(clientOf(name)) });
}
