import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { createJiti } from 'jiti';
import { describe, expect, it, onTestFinished } from 'vitest';
import { captureIn, flagsFor } from '../support/capture-command.js';
import { command, follow, run, runOnTerminal, temporaryFolder } from '../support/cli.js';
import { type OtherBackend, otherBackend } from '../support/other-backend.js';

const argsFor = ({ url, tokens, serviceToken }: OtherBackend) => [
  ...['capture', '--out', 'staging.ts', '--from', url, '--service-token', serviceToken],
  ...Object.entries(tokens).flatMap(([email, token]) => ['--token', `${email}=${token}`]),
];

describe('briefs-mock capture as a process', () => {
  it('writes a scenario that a test can use, and the same files again; L7: the target is not changed', async () => {
    const folder = await temporaryFolder();
    const mock = createMock({ scenario: newsroom });
    const server = await createServer(mock, { port: 0 }).listen();
    onTestFinished(() => server.close());
    const before = [mock.fingerprint(), mock.revision];
    const token = 'alice@acme.example=alice-token';
    const first = run(
      ['capture', '--from', server.url, '--token', token, '--users', '12', '--out', 'staging.ts'],
      {},
      folder,
    );
    expect(await first.exit).toBe(0);
    expect(first.errors()).toMatch(/^briefs-mock: created the key capture\.key: .*\n$/);
    expect(first.output()).toMatch(/^captured \d+ people from http/);
    expect(first.output()).toContain('Pseudonymous data may still be personal data');
    expect(first.output()).toContain('fewer than 5 people, who are easy to recognize; --at-least 5');
    expect([mock.fingerprint(), mock.revision]).toEqual(before);
    expect(statSync(join(folder, 'capture.key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(['capture.key', 'staging.data.ts', 'staging.ts']);

    const files = () => ['staging.ts', 'staging.data.ts'].map((file) => readFileSync(join(folder, file), 'utf8'));
    const written = files();
    const flags = { from: server.url, token: { 'alice@acme.example': 'alice-token' }, users: 12 };
    expect(await captureIn(folder, flags)).toMatchObject({ code: 0, errors: [] });
    expect(files()).toEqual(written);

    const jiti = createJiti(import.meta.url, {
      alias: { 'briefs-mock': join(import.meta.dirname, '../../dist/index.js') },
    });
    const { staging } = await jiti.import<{ staging: typeof newsroom }>(join(folder, 'staging.ts'));
    const copy = createMock({ scenario: staging });
    const [persona] = staging.personas;
    const answer = await copy.fetch('/public-api/v1/brief', { headers: { authorization: `Bearer ${persona?.token}` } });
    const original = await mock.fetch('/public-api/v1/brief', { headers: { authorization: 'Bearer alice-token' } });
    const countOf = async (one: Response) => ((await one.json()) as { data: unknown[] }).data.length;
    expect(await countOf(answer)).toBe(await countOf(original));
  });

  it('after an interruption, asks only for what it has not read, and removes the work file', async () => {
    const folder = await temporaryFolder();
    const backend = await otherBackend();
    const running = run(argsFor(backend), {}, folder);
    backend.intercept = async ({ url }) => {
      if (url !== '/public-api/v1/bookmark/brief') return false;
      running.child.kill('SIGINT');
      return false;
    };
    expect(await running.exit).toBe(130);
    const work = join(folder, 'staging.ts.work');
    expect(statSync(work).mode & 0o777).toBe(0o600);
    expect(existsSync(join(folder, 'staging.ts'))).toBe(false);

    // Somebody has made it readable for others.
    chmodSync(work, 0o644);
    const modes = new Set<number>();
    backend.intercept = () => {
      modes.add(statSync(work).mode & 0o777);
      return false;
    };
    const before = new Set(backend.requests.splice(0));
    const { code, errors } = await captureIn(folder, flagsFor(backend));
    expect([code, errors]).toEqual([
      0,
      [expect.stringMatching(/continuing with \d+ answers in staging\.ts\.work; delete it/)],
    ]);
    expect([...modes]).toEqual([0o600]);
    // What was not there is asked for again.
    const isThere = (request: string) => /\/(client|user|brief-client|preference|user-preference) /.test(request);
    const twice = backend.requests.filter((request) => before.has(request) && isThere(request));
    // The requests that ran when the signal came were answered, but perhaps not noted.
    expect(twice.length).toBeLessThanOrEqual(4);
    expect(existsSync(work)).toBe(false);
  });

  it('on a terminal, puts the result in place of the line that says how far it is', async () => {
    const folder = await temporaryFolder();
    const mock = createMock({ scenario: newsroom });
    // The line is shown after a tenth of a second.
    mock.faults.add({ delay_ms: 200, times: 1 });
    const server = await createServer(mock, { port: 0 }).listen();
    onTestFinished(() => server.close());
    const args = ['capture', '--from', server.url, '--token', 'alice@acme.example=alice-token', '--out', 'staging.ts'];
    const { code, output } = await runOnTerminal(args, folder, /read \d+ answers/, '');
    const shown = output.split('\n').map((line) => line.trimEnd().split('\r').at(-1) as string);
    expect([code, shown.map(stripVTControlCharacters)]).toEqual([
      0,
      expect.arrayContaining([expect.stringMatching(/^captured \d+ people from http/)]),
    ]);
  });

  it('on a full disk, writes nothing, and continues when there is room', async () => {
    const folder = await temporaryFolder();
    const backend = await otherBackend();
    // No file may be longer than one or two blocks.
    const limited = ['-c', 'ulimit -f 1; exec "$@"', 'sh', ...command, ...argsFor(backend)];
    const { exit, output, errors } = follow(spawn('sh', limited, { cwd: folder }));
    expect([await exit, output()]).toEqual([1, '']);
    expect(errors().trim().split('\n').at(-1)).toMatch(
      /^briefs-mock: the work file staging\.ts\.work cannot be written: .*(EFBIG|large)/,
    );
    expect(readdirSync(folder).sort()).toEqual(['capture.key', 'staging.ts.work']);
    expect((await captureIn(folder, flagsFor(backend))).code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['capture.key', 'staging.data.ts', 'staging.ts']);
  });
});
