import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMock, type Mock } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it } from 'vitest';
import { run, start, startHere, stop, temporaryFolder } from '../support/cli.js';
import { addClient, clientOf, clientsAt, clientsIn, untilSaved } from '../support/persistence.js';
import { readingRoom } from '../support/reading-room.js';
import { fingerprintOf } from '../support/state-files.js';

const text = (file: string) => readFile(file, 'utf8');

describe('--state', () => {
  it('keeps the state across restarts, whatever scenario the flags name', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const first = await startHere(['--scenario', 'empty', '--seed', '5', '--state', file]);
    await addClient(first.url, 'one');
    const snapshot = await (await fetch(`${first.url}/__mock/snapshot`)).json();
    expect(await first.stop()).toBe(0);
    const saved = await text(file);
    expect(JSON.parse(saved)).toEqual(snapshot);

    const second = await start(['--state', file]);
    expect(second.output()).toContain('(scenario empty, seed 5)');
    expect(await clientsAt(second.url)).toEqual(['one']);
    expect(await stop(second, 'SIGINT')).toBe(0);
    expect(await text(file)).toBe(saved);
  });

  it('says that the file has another scenario than the flag, which a reset goes to', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    await (await startHere(['--scenario', 'empty', '--state', file])).stop();
    const { url, errors } = await startHere(['--scenario', 'new-user', '--state', file]);
    expect(errors()).toContain(`${file} has a state of the scenario empty, so the server starts with that`);
    expect(errors()).toContain('a reset goes to new-user. To start with new-user, move the file and its log away');
    const reset = await fetch(`${url}/__mock/reset`, { method: 'POST' });
    expect(await reset.json()).toMatchObject({ scenario: 'new-user' });
  });

  it('saves after each change, not only at the end', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const { url } = await startHere(['--scenario', 'empty', '--state', file]);
    for (const name of ['one', 'two']) {
      await addClient(url, name);
      await untilSaved(file, name);
    }
    await fetch(`${url}/__mock/data/client/1`, { method: 'DELETE' });
    await expect.poll(() => clientsIn(file)).toEqual(['two']);
  });

  it('writes the file at the end if it was deleted after the last change', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const server = await startHere(['--scenario', 'empty', '--state', file]);
    await addClient(server.url, 'one');
    await untilSaved(file, 'one');
    await rm(file);
    expect(await server.stop()).toBe(0);
    expect(await clientsIn(file)).toEqual(['one']);
  });

  it('does not write through a symbolic link beside the file, is for its owner alone, and keeps a mode that it is given', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'state.json');
    await writeFile(join(folder, 'precious'), 'precious');
    await symlink('precious', `${file}.tmp`);
    const server = await start(['--scenario', 'empty', '--state', file]);
    await addClient(server.url, 'one');
    await untilSaved(file, 'one');
    const modes = () => Promise.all([file, `${file}.log`].map(async (one) => (await stat(one)).mode & 0o777));
    expect(await modes()).toEqual([0o600, 0o600]);
    await chmod(file, 0o640);
    await addClient(server.url, 'two');
    await untilSaved(file, 'two');
    await expect.poll(modes).toEqual([0o640, 0o640]);
    expect(await stop(server)).toBe(0);
    expect(await text(join(folder, 'precious'))).toBe('precious');
    expect(await readdir(folder)).toEqual(['precious', 'state.json', 'state.json.tmp']);
  });

  it('creates the file with new names, and flushes it before it replaces the file, and the folder afterwards', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'state.json');
    const server = await start(['--scenario', 'empty', '--state', file, '--quiet'], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tracing)}`,
    });
    await addClient(server.url, 'one');
    await untilSaved(file, 'one');
    expect(await stop(server)).toBe(0);
    const [state, log] = [`${file}.lock/own/state.tmp`, `${file}.lock/own/log.tmp`];
    const fold = (isStateWritten: boolean) => [
      ...(isStateWritten ? [`open ${state} wx`, `flush ${state}`] : []),
      `open ${log} wx`,
      `flush ${log}`,
      `rename ${log} ${file}.log.next`,
      ...(isStateWritten ? [`rename ${state} ${file}`] : []),
      `rename ${file}.log.next ${file}.log`,
      `open ${folder} r`,
      `flush ${folder}`,
    ];
    expect(
      server
        .errors()
        .replaceAll(/(?<=\.lock\/)[^/\s]+/g, 'own')
        .split('\n'),
      // At the start, after the change, and at the end, when only the log is rewritten.
    ).toEqual([...fold(true), ...fold(true), ...fold(false), '']);
  });

  it('saves the state after a reset to the scenario', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const first = await startHere(['--scenario', 'empty', '--state', file]);
    await addClient(first.url, 'one');
    await first.stop();
    const { url } = await startHere(['--scenario', 'empty', '--state', file]);
    await fetch(`${url}/__mock/reset`, { method: 'POST' });
    expect(await clientsAt(url)).toEqual([]);
    await expect.poll(() => clientsIn(file)).toEqual([]);
  });

  it('contains only the state of the default session', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const server = await startHere(['--scenario', 'empty', '--state', file]);
    await addClient(server.url, 'one');
    await addClient(server.url, 'two', { 'x-mock-session': 'apart' });
    expect(await server.stop()).toBe(0);
    expect(await clientsIn(file)).toEqual(['one']);
  });

  it('exits with 1 for a file that is not a state, and does not change it', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'state.json');
    await writeFile(file, '{"format": "something else"}');
    const { exit, errors, output } = run(['--state', 'state.json'], {}, folder);
    expect(await exit).toBe(1);
    expect(errors()).toContain(
      `The state file ${file} cannot be used, and was not changed: The snapshot cannot be restored`,
    );
    expect(output()).toBe('');
    expect(await text(file)).toBe('{"format": "something else"}');
  });
});

/** Prints the calls that write a file. */
const tracing = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { open } = fs.promises;
  const { openSync, renameSync, fdatasync } = fs;
  const print = (line) => process.stderr.write(line + '\\n');
  fs.promises.open = async (path, flags, ...rest) => {
    // The file that is replaced is kept open.
    if (!(path.endsWith('state.json') && flags === 'r')) print('open ' + path + ' ' + flags);
    const handle = await open(path, flags, ...rest);
    const { sync } = handle;
    handle.sync = () => {
      print('flush ' + path);
      return sync.call(handle);
    };
    return handle;
  };
  fs.renameSync = (from, to) => {
    if (!from.includes('.lock-')) print('rename ' + from + ' ' + to);
    return renameSync(from, to);
  };
  let log;
  fs.openSync = (path, flags, mode) => {
    print('open ' + path + ' ' + flags);
    log = path;
    return openSync(path, flags, mode);
  };
  fs.fdatasync = (descriptor, callback) => {
    print('flush ' + log);
    return fdatasync(descriptor, callback);
  };
  syncBuiltinESMExports();
`;

describe('The option `state` of createServer', () => {
  const serve = (state: string) => createServer(createMock({ scenario: readingRoom }), { port: 0, state }).listen();
  const whole = () => JSON.stringify(createMock({ scenario: readingRoom }).snapshot());

  it.each([
    ['no content', '', 'Unexpected end of JSON input'],
    ['invalid JSON', 'state', 'is not valid JSON'],
    ['truncated JSON', whole().slice(0, -10), 'JSON'],
    ['an unknown format', '{"format": "x"}', 'format'],
    ['a wrong fingerprint', whole().replace(/"fingerprint":"\w+"/, '"fingerprint":"0"'), 'fingerprint'],
    [
      'an unknown column',
      whole().replace('"fname":', '"first":'),
      'tables.user.0.first (user 1): is unknown; allowed: id, sf_id, ',
    ],
  ])('rejects a file with %s, and does not change it', async (_, content, said) => {
    const file = join(await temporaryFolder(), 'state.json');
    await writeFile(file, content);
    await expect(serve(file)).rejects.toThrow(said);
    expect(await text(file)).toBe(content);
    // The file is not left locked either.
    await writeFile(file, whole());
    await (await serve(file)).close();
  });

  it('rejects a folder, a path below a file, and a path in a missing folder', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'state.json'));
    await expect(serve(join(folder, 'state.json'))).rejects.toThrow('EISDIR');
    await writeFile(join(folder, 'file'), '');
    await expect(serve(join(folder, 'file', 'state.json'))).rejects.toThrow('ENOTDIR');
    await expect(serve(join(folder, 'nowhere', 'state.json'))).rejects.toThrow('ENOENT');
  });

  it('saves a change at once, while a fault rule delays its answer', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const mock = createMock();
    mock.faults.add({ path: '/__mock/data/client', delay_ms: 600_000 });
    const server = await createServer(mock, { port: 0, state: file }).listen();
    const aborting = new AbortController();
    const answer = fetch(`${server.url}/__mock/data/client`, {
      method: 'POST',
      body: JSON.stringify(clientOf('one')),
      signal: aborting.signal,
    });
    await untilSaved(file, 'one');
    aborting.abort();
    await expect(answer).rejects.toThrow('aborted');
    await server.close();
  });

  it('saves soon what other code of the process changes', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const mock = createMock();
    const server = await createServer(mock, { port: 0, state: file }).listen();
    mock.data.client.create(clientOf('one'));
    await untilSaved(file, 'one');
    mock.clock.set('2030-01-01T00:00:00Z');
    await expect.poll(() => text(file)).toContain('"now": "2030-01-01T00:00:00.000Z"');
    await server.close();
  });

  it('saves on close what other code of the process changed', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const mock = createMock();
    const server = await createServer(mock, { port: 0, state: file }).listen();
    mock.data.client.create({ name: 'One', short_name: 'one', display_name: 'One', type: 'company' });
    await server.close();
    expect(JSON.parse(await text(file))).toEqual(JSON.parse(JSON.stringify(mock.snapshot())));
  });

  it('reports the columns that it drops from a state file of another version', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const { fingerprint: _, ...contents } = JSON.parse(
      JSON.stringify(createMock({ scenario: readingRoom }).snapshot()),
    );
    for (const user of contents.tables.user) user.nickname = 'x';
    await writeFile(file, JSON.stringify({ ...contents, fingerprint: fingerprintOf(contents) }));
    const problems: string[] = [];
    const mock = createMock();
    const server = createServer(mock, { port: 0, state: file, onProblem: (message) => problems.push(message) });
    await server.listen();
    await server.close();
    expect(problems).toEqual([expect.stringMatching(/state\.json.*another version.*user\.nickname/)]);
    expect(mock.fingerprint()).toBe(createMock({ scenario: readingRoom }).fingerprint());
  });

  it("with clock: 'now', goes on at the machine's time in all sessions, but for a clock that somebody has stopped", async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const restart = async (act: (mock: Mock) => void) => {
      const mock = createMock({ clock: 'now' });
      const server = await createServer(mock, { port: 0, state: file }).listen();
      act(mock);
      await server.close();
    };
    const past = '2020-01-01T00:00:00.000Z';
    await restart((mock) => {
      for (const { clock } of [mock, mock.sessions.create('runs'), mock.sessions.create('stopped')]) clock.set(past);
      mock.sessions.get('stopped').clock.freeze();
    });
    const before = Date.now();
    for (let i = 0; i < 2; i++) {
      await restart((mock) => {
        for (const { clock } of [mock, mock.sessions.get('runs')]) {
          expect(clock.frozen).toBe(false);
          expect(clock.now).toBeGreaterThanOrEqual(before);
        }
        expect(mock.sessions.get('stopped').clock.frozen).toBe(true);
        expect(mock.sessions.get('stopped').clock.toString()).toMatch(/^2020-01-01T00:00:0/);
      });
    }
  });

  it('releases the lock when the server cannot listen', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const blocker = await createServer(createMock(), { port: 0 }).listen();
    const server = createServer(createMock(), { port: blocker.port, state: file });
    await expect(server.listen()).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await blocker.close();
    await (await serve(file)).close();
    await server.listen();
    await server.close();
  });
});
