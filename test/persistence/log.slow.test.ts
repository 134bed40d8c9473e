import fs from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createMock, defineScenario, type Mock, type MockOptions } from 'briefs-mock';
import { createServer, type MockServer } from 'briefs-mock/server';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { decodeLog } from '../../src/server/log-lines.js';
import { run, temporaryFolder } from '../support/cli.js';
import { type LogDamage, logDamages } from '../support/log-damages.js';
import { MemoryStorage } from '../support/memory-storage.js';
import { clientOf, clientsIn, crashed } from '../support/persistence.js';
import { parseMetrics } from '../support/prometheus.js';
import { readingRoom } from '../support/reading-room.js';
import { replaceFs } from '../support/replace-fs.js';
import { world } from '../support/state-world.js';

interface Served {
  readonly mock: Mock;
  readonly server: MockServer;
  readonly problems: readonly string[];
}

async function serve(
  state: string,
  options: MockOptions = {},
  more: { edited?: boolean; stateSync?: boolean; repair?: boolean } = {},
): Promise<Served> {
  const mock = createMock({ scenario: readingRoom, scenarios: [world], ...options });
  const problems: string[] = [];
  const onProblem = (message: string) => problems.push(message);
  const server = await createServer(mock, { port: 0, state, onProblem, ...more }).listen();
  return { mock, server, problems };
}

/** Starts a server with these files, closes it, and returns what it has restored. */
async function restored(file: string, options?: MockOptions): Promise<{ mock: Mock; problems: readonly string[] }> {
  const { mock, server, problems } = await serve(file, options);
  await server.close();
  return { mock, problems };
}

const add = ({ data }: Mock, name: string) => data.client.create(clientOf(name));
const names = ({ data }: Mock) => data.client.getAll().map(({ name }) => name);
const bytes = (mock: Mock) => JSON.stringify(mock.snapshot());
const inode = (file: string) => fs.statSync(file).ino;
const temporaryFile = async () => join(await temporaryFolder(), 'state.json');

describe('The log of a state file', () => {
  // Otherwise it would be folded on a slow machine before it is read or copied.
  beforeEach(() => void stopTimers());

  it('has every change before it is answered', async () => {
    const file = await temporaryFile();
    const { mock, server } = await serve(file);
    const states = [bytes(mock)];
    const copies = [await crashed(file)];
    const step = async (act: () => unknown) => {
      act();
      states.push(bytes(mock));
      copies.push(await crashed(file));
    };
    await step(() => add(mock, 'one'));
    await step(() => mock.clock.advance({ days: 1 }));
    await step(() => mock.data.user.delete({ where: { id: { equals: 1 } } }));
    await step(() => mock.reset({ scenario: 'world', seed: 9 }));
    await step(() => mock.rewind(1));
    await server.close();
    for (const [i, copy] of copies.entries()) expect(bytes((await restored(copy)).mock)).toBe(states[i]);
  });

  it('is folded into the file at the end', async () => {
    const file = await temporaryFile();
    const { mock, server } = await serve(file);
    add(mock, 'one');
    await server.close();
    expect(await readdir(join(file, '..'))).toEqual(['state.json']);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(bytes(mock)));
  });

  it('loses only the last entry, whole, if it is cut at any byte of that entry, and says so', async () => {
    const file = await temporaryFile();
    const { mock, server } = await serve(file);
    add(mock, 'one');
    const before = await readFile(`${file}.log`);
    add(mock, 'two');
    const after = await readFile(`${file}.log`);
    const copy = await crashed(file);
    const state = await readFile(copy);
    await server.close();
    for (let length = before.length; length < after.length; length++) {
      const { entries } = await decodeLog([before]);
      const torn = length - before.length;
      expect(await decodeLog([after.subarray(0, length)])).toEqual({ entries, torn, damage: undefined });
    }
    const some = Math.ceil((after.length - before.length) / 6);
    for (let length = before.length; length <= after.length; length += some) {
      await writeFile(copy, state);
      await writeFile(`${copy}.log`, after.subarray(0, length));
      const { mock: next, problems } = await restored(copy);
      expect(names(next).slice(-2)).toEqual(length === after.length ? ['one', 'two'] : [names(next).at(-2), 'one']);
      const torn = length - before.length;
      const isTorn = torn > 0 && length < after.length;
      expect(problems).toEqual(isTorn ? [expect.stringContaining(`incomplete and was dropped (${torn} bytes)`)] : []);
    }
  });

  it('is rejected with the number of the line if it is damaged anywhere else', async () => {
    const file = await temporaryFile();
    const { mock, server } = await serve(file);
    for (const name of ['one', 'two', 'three']) add(mock, name);
    const copy = await crashed(file);
    const state = await readFile(copy);
    await server.close();
    const lines = (await readFile(`${copy}.log`, 'utf8')).split('\n');
    const rejects = async (line: number, changed: string[]) => {
      await writeFile(copy, state);
      await writeFile(`${copy}.log`, changed.join('\n'));
      await expect(serve(copy)).rejects.toThrow(
        `${copy} cannot be used, and was not changed: its log ${copy}.log cannot be used: line ${line} is damaged`,
      );
      expect(await readFile(copy)).toEqual(state);
    };
    await rejects(
      2,
      lines.map((text, i) => (i === 1 ? text.replace('one', 'eno') : text)),
    );
    await rejects(
      1,
      lines.map((text, i) => (i === 0 ? 'x' : text)),
    );
    await rejects(
      2,
      lines.filter((_, i) => i !== 1),
    );
    await rejects(2, [lines[0], lines[2], lines[1], ...lines.slice(3)] as string[]);
    await rejects(3, [...lines.slice(0, 2), '', ...lines.slice(2)]);
    await rm(`${copy}.log`);
    await restored(copy);
  });

  it('is rejected, and kept, if its end is damaged in a way that a crash cannot cause', async () => {
    const file = await temporaryFile();
    const { mock, server } = await serve(file);
    for (const name of ['one', 'two']) add(mock, name);
    const copy = await crashed(file);
    const log = await readFile(`${copy}.log`);
    await server.close();
    const problems: Readonly<Record<LogDamage, string>> = {
      'a bit of the last line': 'line 3 is damaged',
      'the line break before it': 'line 2 is damaged',
      'that line break, and the last line torn': 'line 2 is damaged',
      'the line break at the end': 'line 3 is damaged',
      'zeros after the end': 'line 4 is damaged',
      'zeros instead of the end': 'line 3 is damaged',
      'other bytes after the end': 'line 4 is damaged',
      'without its header': 'line 1 is damaged',
      empty: 'it is empty',
    };
    const damages = Object.entries(logDamages).map(
      ([damage, cause]) => [damage, cause(log), problems[damage as LogDamage]] as const,
    );
    for (const [damage, content, problem] of damages) {
      await writeFile(`${copy}.log`, content);
      const refusal = await serve(copy).catch(({ message }: Error) => message);
      expect(refusal, damage).toContain(`its log ${copy}.log cannot be used: ${problem}`);
      expect(refusal, damage).toMatch(/; restore the log from a copy, or start with --repair to (keep|start with) /);
      expect(Buffer.compare(await readFile(`${copy}.log`), content), damage).toBe(0);
    }
    const state = await readFile(copy);
    for (const [i, [damage, content, problem]] of damages.entries()) {
      await writeFile(copy, state);
      await writeFile(`${copy}.log`, content);
      const { mock: next, server: repaired, problems: reported } = await serve(copy, {}, { repair: true });
      const kept = /line (\d+)/.exec(problem);
      const added = names(next).filter((name) => name === 'one' || name === 'two');
      expect(added, damage).toEqual(['one', 'two'].slice(0, Math.max(0, Number(kept?.[1] ?? 0) - 2)));
      const saved = `${copy}.log.damaged${i === 0 ? '' : `-${i + 1}`}`;
      expect(reported, damage).toEqual([expect.stringMatching(/the log \S+ was repaired: .* dropped/)]);
      expect(reported[0], damage).toContain(`${problem}`);
      expect(reported[0], damage).toContain(`${saved} is a copy of it`);
      expect(Buffer.compare(await readFile(saved), content), damage).toBe(0);
      await repaired.close();
    }
    await writeFile(copy, state);
    await writeFile(`${copy}.log`, log);
    const { mock: whole, server: last, problems: none } = await serve(copy, {}, { repair: true });
    expect([names(whole).slice(-2), none]).toEqual([['one', 'two'], []]);
    await last.close();
  });

  it('is read in pieces of any size', async () => {
    const file = await temporaryFile();
    const { mock, server } = await serve(file);
    for (const name of ['one', 'zwölf', '三']) add(mock, name);
    const log = await readFile(`${file}.log`);
    await server.close();
    const whole = await decodeLog([log]);
    expect(whole).toMatchObject({ torn: 0, damage: undefined });
    for (const size of [1, 7, 100]) {
      const pieces = Array.from({ length: Math.ceil(log.length / size) }, (_, i) =>
        log.subarray(i * size, (i + 1) * size),
      );
      expect(await decodeLog(pieces)).toEqual(whole);
    }
  });

  it('is rejected if it has changes, and the file was edited or deleted', async () => {
    const file = await temporaryFile();
    const { mock, server } = await serve(file);
    add(mock, 'one');
    add(mock, 'two');
    const copy = await crashed(file);
    await server.close();
    const original = await readFile(copy, 'utf8');
    const problem =
      /contains 2 changes of the state, and possibly sessions that a server, which was killed, had not yet written to it; restore \S+state\.json, or delete \S+state\.json\.log/;
    await writeFile(copy, original.replace('"seed": 1', '"seed": 2'));
    await expect(serve(copy, {}, { edited: true })).rejects.toThrow(problem);
    await rename(copy, `${copy}.away`);
    await expect(serve(copy)).rejects.toThrow(problem);
    await writeFile(copy, original);
    expect(names((await restored(copy)).mock)).toEqual(expect.arrayContaining(['one', 'two']));
  });

  it('without changes is replaced if the file was edited', async () => {
    const file = await temporaryFile();
    const { server } = await serve(file);
    const copy = await crashed(file);
    await server.close();
    expect(await readFile(`${copy}.log`, 'utf8')).toMatch(/^[^\n]+\n$/);
    await writeFile(copy, (await readFile(copy, 'utf8')).replace('"seed": 1', '"seed": 2'));
    const next = await serve(copy, {}, { edited: true });
    expect([next.mock.seed, next.problems]).toEqual([2, []]);
    await next.server.close();
  });

  it('is the one that fits the file, if the server was killed while it replaced both', async () => {
    const file = await temporaryFile();
    const { mock, server } = await serve(file);
    add(mock, 'one');
    const old = await crashed(file);
    const expected = bytes(mock);
    await server.close();
    const second = await serve(file);
    const next = await crashed(file);
    await second.server.close();
    const after = async (steps: number) => {
      const copy = await crashed(old);
      await copyFile(`${next}.log`, `${copy}.log.next`);
      if (steps > 1) await copyFile(next, copy);
      if (steps > 2) await rename(`${copy}.log.next`, `${copy}.log`);
      return copy;
    };
    for (const steps of [1, 2, 3]) {
      const copy = await after(steps);
      expect(bytes((await restored(copy)).mock)).toBe(expected);
      expect(await readdir(join(copy, '..'))).toEqual(['state.json']);
    }
  });

  it('has the sessions and the named snapshots, also after a crash', async () => {
    const file = await temporaryFile();
    const { mock, server } = await serve(file);
    const one = mock.sessions.create('one');
    add(one, 'in one');
    one.snapshots.keep('kept');
    one.reset({ scenario: 'world', seed: 3 });
    add(one, 'in world');
    one.snapshots.keep('other');
    mock.sessions.create('untouched');
    mock.sessions.create('branch', { from: 'one' });
    mock.sessions.create('gone');
    mock.sessions.end('gone');
    add(mock, 'main');
    mock.snapshots.keep('main-kept');
    mock.snapshots.keep('removed');
    mock.snapshots.remove('removed');
    const copy = await crashed(file);
    await server.close();
    expect(await readdir(join(file, '..'))).toEqual(['state.json', 'state.json.log']);
    for (const state of [copy, file]) {
      for (let starts = 0; starts < 2; starts++) {
        const next = await serve(state);
        expect(bytes(next.mock)).toBe(bytes(mock));
        expect(next.mock.sessions.list().map(({ id }) => id)).toEqual(['one', 'untouched', 'branch']);
        for (const { id } of mock.sessions.list()) {
          const [then, now] = [mock.sessions.get(id), next.mock.sessions.get(id)];
          expect(bytes(now)).toBe(bytes(then));
          expect(now.snapshots.list()).toEqual(then.snapshots.list());
          for (const { name } of then.snapshots.list()) {
            expect(JSON.stringify(now.snapshots.get(name))).toBe(JSON.stringify(then.snapshots.get(name)));
          }
        }
        expect(next.mock.snapshots.list()).toEqual(mock.snapshots.list());
        const again = next.mock.fork();
        expect(again.fingerprint()).toBe(mock.fingerprint());
        await next.server.close();
      }
    }
    const { mock: last } = await restored(file);
    last.sessions.get('one').reset();
    expect(last.sessions.get('one').scenario).toBe('world');
    expect(last.sessions.get('one').seed).toBe(3);
  });

  it('with sessions does not depend on the file after a clean stop, so that the file may be edited', async () => {
    const file = await temporaryFile();
    const { mock, server } = await serve(file);
    add(mock.sessions.create('one'), 'in one');
    add(mock, 'main');
    await server.close();
    await writeFile(file, (await readFile(file, 'utf8')).replace('"name":"main"', '"name":"edited"'));
    const next = await serve(file, {}, { edited: true });
    expect(names(next.mock).at(-1)).toBe('edited');
    expect(names(next.mock.sessions.get('one')).at(-1)).toBe('in one');
    await next.server.close();
    await rm(file);
    expect(names((await restored(file)).mock.sessions.get('one')).at(-1)).toBe('in one');
  });

  it('with a session of an unknown scenario is rejected with the name of the session', async () => {
    const file = await temporaryFile();
    const { mock, server } = await serve(file);
    mock.sessions.create('one').reset({ scenario: 'world' });
    await server.close();
    await expect(serve(file, { scenarios: [] })).rejects.toThrow(
      /its log \S+, which version \S+ wrote, cannot be applied: session one: There is no scenario "world".*; start that version with the same flags and config file, or delete the log/,
    );
    await restored(file);
  });

  it('keeps the state of a session whose scenario has changed, and a reset goes to the new one', async () => {
    const file = await temporaryFile();
    const named = (name: string) =>
      defineScenario({
        ...readingRoom,
        personas: [],
        seed: (context) => void context.data.client.create(clientOf(name)),
      });
    const { mock, server } = await serve(file, { scenario: named('old') });
    add(mock.sessions.create('one'), 'own');
    await server.close();
    const next = await serve(file, { scenario: named('new') });
    const one = next.mock.sessions.get('one');
    expect(names(one)).toEqual(['old', 'own']);
    one.reset();
    expect(names(one)).toEqual(['new']);
    await next.server.close();
  });

  it('has the changes of a session that is served alone, also when the server of another one is closed', async () => {
    const mock = createMock({ scenario: readingRoom });
    const serveSession = async (id: string) => {
      const [session, file] = [mock.sessions.create(id), await temporaryFile()];
      return { session, file, server: await createServer(session, { port: 0, state: file }).listen() };
    };
    const [one, two] = [await serveSession('one'), await serveSession('two')];
    add(one.session, 'in one');
    await one.server.close();
    add(two.session, 'in two');
    const copy = await crashed(two.file);
    await two.server.close();
    expect(names((await restored(one.file)).mock).at(-1)).toBe('in one');
    expect(names((await restored(copy)).mock).at(-1)).toBe('in two');
  });

  it('is that of no server whose start fails because a session has another one', async () => {
    const mock = createMock({ scenario: readingRoom });
    const alone = createServer(mock.sessions.create('one'), { port: 0, state: await temporaryFile() });
    await alone.listen();
    const file = await temporaryFile();
    await expect(createServer(mock, { port: 0, state: file }).listen()).rejects.toThrow('already saved');
    add(mock, 'in the default session');
    await alone.close();
    const next = await createServer(mock, { port: 0, state: file }).listen();
    await next.close();
    expect(names((await restored(file)).mock).at(-1)).toBe('in the default session');
  });

  it('can be flushed to the disk at each change', async () => {
    const file = await temporaryFile();
    const { mock, server } = await serve(file, {}, { stateSync: true });
    add(mock, 'one');
    const copy = await crashed(file);
    await server.close();
    expect(names((await restored(copy)).mock).at(-1)).toBe('one');
  });

  it('has the same state with a running clock', async () => {
    const file = await temporaryFile();
    const { mock, server } = await serve(file, { clock: { frozen: false } });
    add(mock, 'one');
    const copy = await crashed(file);
    await server.close();
    const { mock: next } = await restored(copy);
    expect(next.snapshot().tables).toEqual(mock.snapshot().tables);
    expect(next.clock.frozen).toBe(false);
    expect(next.clock.now).toBeGreaterThanOrEqual(createMock({ scenario: readingRoom }).clock.now);
  });

  it('belongs to one server: another one for the same mock is rejected', async () => {
    const { mock, server } = await serve(await temporaryFile());
    const other = createServer(mock, { port: 0, state: await temporaryFile() });
    await expect(other.listen()).rejects.toThrow('the state of this mock is already saved, by another server');
    await server.close();
    await other.listen();
    await other.close();
  });

  it('cannot be that of a mock with the option persist', async () => {
    const mock = createMock({ scenario: readingRoom, persist: { storage: new MemoryStorage().tab() } });
    const server = createServer(mock, { port: 0, state: await temporaryFile() });
    await expect(server.listen()).rejects.toThrow('is already saved, by another server or by its option persist');
  });
});

/** Stops the timers: neither a quiet period nor a pause ends until the returned function is called. */
function stopTimers(): () => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return () => void vi.advanceTimersByTime(600_000);
}

/** Waits until something is so, which `expect.poll` cannot do while timers are stopped: it lets them run. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await nextTurn();
}

describe('The folding of the log into the state file', () => {
  const saves = async (server: MockServer) => {
    const text = await (await fetch(`${server.url}/__mock/metrics`)).text();
    return parseMetrics(text)
      .get('briefs_mock_state_saves_total')
      ?.samples.map(({ value }) => value);
  };
  const isSaved = async (file: string, name: string) =>
    (await clientsIn(file).catch((): string[] => [])).includes(name);

  it('happens when the log is long, although there is no quiet period', async () => {
    const file = await temporaryFile();
    const { mock, server } = await serve(file);
    stopTimers();
    const long = 'x'.repeat(500_000);
    for (const end of 'abcd') add(mock, long + end);
    await until(() => isSaved(file, `${long}d`));
    vi.useRealTimers();
    await server.close();
  });

  it('is not tried again at once if it fails, although the log is long', async () => {
    const file = await temporaryFile();
    const { mock, server, problems } = await serve(file);
    const pass = stopTimers();
    await chmod(file, 0o400);
    const long = 'x'.repeat(500_000);
    for (const end of 'abcd') add(mock, long + end);
    await until(async () => (await saves(server))?.at(-1) !== 0);
    for (let i = 0; i < 20; i++) await saves(server);
    expect(await saves(server)).toEqual([1, 1]);
    await chmod(file, 0o600);
    pass();
    await until(() => isSaved(file, `${long}d`));
    await until(() => problems.length > 1);
    expect(problems.at(-1)).toContain('the state is saved again');
    vi.useRealTimers();
    await server.close();
  });

  it('happens again for what changes meanwhile', async () => {
    const file = await temporaryFile();
    const { mock, server } = await serve(file);
    const pass = stopTimers();
    add(mock, 'one');
    pass();
    // It has started, and waits for the first file.
    await Promise.resolve();
    await Promise.resolve();
    add(mock, 'two');
    await until(() => isSaved(file, 'one'));
    expect(await clientsIn(file)).not.toContain('two');
    await until(() => {
      pass();
      return isSaved(file, 'two');
    });
    vi.useRealTimers();
    await server.close();
  });

  it('loses nothing that happens meanwhile, at whatever moment', async () => {
    const file = await temporaryFile();
    const { mock, server } = await serve(file);
    const pass = stopTimers();
    add(mock, 'one');
    pass();
    const before = inode(`${file}.log`);
    for (let i = 0; inode(`${file}.log`) === before; i++) {
      mock.sessions.create(`meanwhile-${i}`);
      await nextTurn();
    }
    const copy = await crashed(file);
    const expected = mock.sessions.list().map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(1);
    vi.useRealTimers();
    await server.close();
    expect((await restored(copy)).mock.sessions.list().map(({ id }) => id)).toEqual(expected);
  });

  it('that cannot give the log its name ends the saving, with the reason', async () => {
    const file = await temporaryFile();
    const { mock, server, problems } = await serve(file);
    const pass = stopTimers();
    add(mock, 'one');
    await rm(`${file}.log`);
    await mkdir(`${file}.log`);
    pass();
    const reason = `${file}.log.next cannot be renamed to ${file}.log: it is a folder, not a file (EISDIR)`;
    await until(() => problems.length > 0);
    expect(problems).toEqual([expect.stringContaining(reason)]);
    expect(() => add(mock, 'two')).toThrow(`Nothing was changed, because ${reason}`);
    vi.useRealTimers();
    await expect(server.close()).rejects.toThrow(reason);
    await rm(`${file}.log`, { recursive: true });
    expect(names((await restored(file)).mock).at(-1)).toBe('one');
  });

  it('happens at once if the lock was removed, because the log may be missing as well', async () => {
    const file = await temporaryFile();
    const { mock, server, problems } = await serve(file);
    stopTimers();
    add(mock, 'one');
    await rm(`${file}.log`);
    await rm(`${file}.lock`, { recursive: true });
    await until(() => isSaved(file, 'one'));
    expect(problems).toEqual([expect.stringContaining('has locked the file again')]);
    add(mock, 'two');
    const copy = await crashed(file);
    vi.useRealTimers();
    await server.close();
    expect(names((await restored(copy)).mock).slice(-2)).toEqual(['one', 'two']);
  });

  it('is tried again until there is space, if the disk was full at the start', async () => {
    const file = await temporaryFile();
    const { mock: last, server: first } = await serve(file);
    add(last, 'one');
    const copy = await crashed(file);
    await first.close();
    let isFull = true;
    let attempts = 0;
    replaceFs(fs, 'openSync', (real) => (path, ...more) => {
      if (isFull && String(path).endsWith('log.tmp')) {
        attempts++;
        throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
      }
      return real(path, ...more);
    });
    const pass = stopTimers();
    const { mock, server, problems } = await serve(copy);
    expect(problems).toEqual([expect.stringContaining('the server is read-only')]);
    expect(() => add(mock, 'two')).toThrow('Nothing was changed, because');
    await until(() => {
      pass();
      return attempts > 2;
    });
    isFull = false;
    await until(() => {
      pass();
      return problems.length > 1;
    });
    expect(problems.slice(1)).toEqual([expect.stringContaining('changes are saved again')]);
    add(mock, 'two');
    vi.useRealTimers();
    await server.close();
    expect(names((await restored(copy)).mock).slice(-2)).toEqual(['one', 'two']);
  });
});

it('With stateSync, a change is on the disk when it has happened, and so are the names of the files', async () => {
  const calls: string[] = [];
  const trace = <Args extends unknown[], Result>(name: string, real: (...args: Args) => Result) => {
    return (...args: Args) => {
      calls.push(name);
      return real(...args);
    };
  };
  replaceFs(fs, 'writeSync', (real) => trace('write', real as () => number) as typeof real);
  replaceFs(fs, 'fdatasyncSync', (real) => trace('flush', real));
  replaceFs(fs, 'renameSync', (real) => trace('rename', real));
  replaceFs(fs, 'fsyncSync', (real) => trace('flush folder', real));
  const { mock, server } = await serve(await temporaryFile(), {}, { stateSync: true });
  expect(calls.slice(-5)).toEqual(['flush', 'rename', 'rename', 'rename', 'flush folder']);
  calls.length = 0;
  add(mock, 'one');
  expect(calls).toEqual(['write', 'flush']);
  await server.close();
});

it('--repair needs --state', async () => {
  const { exit, errors } = run(['--repair']);
  expect(await exit).toBe(2);
  expect(errors()).toContain('--repair needs --state');
});

it('--state-sync needs --state', async () => {
  const { exit, errors } = run(['--state-sync', '--port', '0']);
  expect(await exit).toBe(2);
  expect(errors()).toContain('--state-sync needs --state');
});
