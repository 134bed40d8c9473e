import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { kill, run, runHere, temporaryFolder, urlIn } from '../support/cli.js';
import { connectTo } from '../support/raw-http.js';

const node = (program: string) => ['--', process.execPath, '-e', program];
const words = (flags: string[], command: string[]) => ['exec', '--scenario', 'empty', ...flags, ...command];
const exec = (flags: string[], command: string[], env: Record<string, string> = {}) => run(words(flags, command), env);
/** For commands that neither read nor print. */
const execHere = (flags: string[], command: string[]) => runHere(words(flags, command));

describe('briefs-mock exec', () => {
  it('runs the command with BRIEFS_MOCK_URL and an unchanged PORT, and exits with its exit code', async () => {
    const program = `
      fetch(process.env.BRIEFS_MOCK_URL + '/__mock/health').then((response) => response.json()).then(({ scenario }) => {
        process.stdout.write(scenario + ' ' + process.env.PORT);
        process.exit(7);
      });`;
    const { exit, output, errors } = exec([], node(program), { PORT: '1' });
    expect(await exit).toBe(7);
    expect(output()).toBe('empty 1');
    expect(errors()).toMatch(/^briefs-mock ready on http:\/\/127\.0\.0\.1:\d+ \(scenario empty, seed 1\)\n$/);
  });

  it('does not wait for the drain delay of the config file', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'briefs-mock.config.json'), '{"scenario": "empty", "drainDelay": 86400}');
    expect(await runHere(['exec', ...node('process.exit(3)')], {}, folder).exit).toBe(3);
  });

  it('passes arguments and standard input to the command unchanged', async () => {
    const program = `
      process.stdin.setEncoding('utf8').on('data', (text) => process.stdout.write(text + JSON.stringify(process.argv.slice(1))));`;
    const { child, exit, output } = exec([], [...node(program), '--', '--port', '$HOME', "it's"]);
    child.stdin?.end('typed ');
    expect(await exit).toBe(0);
    expect(output()).toBe('typed ["--port","$HOME","it\'s"]');
  });

  it('with --no-quiet logs requests to standard error', async () => {
    const { exit, output, errors } = exec(
      ['--no-quiet', '--json-logs', '--host', '0.0.0.0'],
      node("fetch(process.env.BRIEFS_MOCK_URL + '/user-data/v1/client')"),
    );
    expect(await exit).toBe(0);
    expect(output()).toBe('');
    const logged = errors()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(logged).toContainEqual(expect.objectContaining({ path: '/user-data/v1/client', status: 200 }));
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('passes %s to the command', async (signal) => {
    const program = `
      process.on('${signal}', () => { process.stdout.write('got it'); process.exit(9); });
      process.stdout.write('running ');
      setInterval(() => {}, 1000);`;
    const { child, exit, output } = exec([], node(program));
    child.stdout?.once('data', () => child.kill(signal));
    expect(await exit).toBe(9);
    expect(output()).toBe('running got it');
  });

  it('ends by a signal that comes after the command has ended, while it waits for a request', async () => {
    const started = exec(['--drain', '86400'], node("process.stdin.resume().on('end', () => process.exit(3))"));
    onTestFinished(() => kill(started));
    const { child } = started;
    const url = urlIn(await started.said(/ ready on .*\n/));
    const connection = await connectTo(url);
    const lines = ['POST /__mock/tokens HTTP/1.1', 'Host: localhost', 'Expect: 100-continue', 'Content-Length: 30'];
    connection.write(`${lines.join('\r\n')}\r\n\r\n`);
    await connection.received('100 Continue');
    const events = await fetch(`${url}/__mock/events`);
    child.stdin?.end();
    // The server ends it once the command has ended.
    await events.text();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
  });

  it('exits with 128 plus the number of the signal that ended the command', async () => {
    const { exit } = execHere([], node("process.kill(process.pid, 'SIGKILL')"));
    expect(await exit).toBe(137);
  });

  it('exits with 127 and the reason when the command cannot be started', async () => {
    const { exit, errors } = execHere([], ['--', 'no-such-command']);
    expect(await exit).toBe(127);
    expect(errors()).toContain('no-such-command cannot be started: there is no such command (ENOENT)');
  });

  it('exits with 127 and stops the server when the command is an empty text', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const { exit, errors } = execHere(['--export-on-exit', file], ['--', '']);
    expect(await exit).toBe(127);
    expect(errors()).toContain('the name of the command is empty');
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ scenario: 'empty' });
  });

  it('exits with 2 when no command is given', async () => {
    const { exit, errors } = execHere([], []);
    expect(await exit).toBe(2);
    expect(errors()).toContain("missing required argument 'command'");
  });

  it('writes the file of --export-on-exit when the command has ended', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'export.json');
    const program = `
      const client = { name: 'A', short_name: 'a', display_name: 'A', type: 'company' };
      fetch(process.env.BRIEFS_MOCK_URL + '/__mock/data/client', { method: 'POST', body: JSON.stringify(client) })
        .then(({ status }) => process.exit(status === 200 ? 3 : 4));`;
    const { exit } = execHere(['--export-on-exit', file], node(program));
    expect(await exit).toBe(3);
    expect(JSON.parse(await readFile(file, 'utf8')).tables.client).toHaveLength(1);
  });
});
