import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { createJiti } from 'jiti';
import { describe, expect, it, onTestFinished } from 'vitest';
import { run, temporaryFolder } from '../support/cli.js';
import { type OtherBackend, otherBackend, send } from '../support/other-backend.js';

const flagsFor = ({ url, tokens, serviceToken }: Pick<OtherBackend, 'url' | 'tokens' | 'serviceToken'>) => [
  ...['--from', url, '--service-token', serviceToken],
  ...Object.entries(tokens).flatMap(([email, token]) => ['--token', `${email}=${token}`]),
];

/** Runs the command in a folder, and returns its exit code, its lines on standard error, and what it printed. */
async function captureIn(folder: string, args: readonly string[]) {
  const { exit, output, errors } = run(['capture', '--out', 'staging.ts', ...args], {}, folder);
  const code = await exit;
  const lines = errors()
    .split('\n')
    .filter((line) => line !== '');
  return { code, output: output(), errors: lines };
}

const created = 'briefs-mock: created the key capture.key: keep it out of version control, and use it again';

describe('briefs-mock capture', () => {
  it('writes a scenario that a test can use, and the same files again', async () => {
    const folder = await temporaryFolder();
    const mock = createMock({ scenario: newsroom });
    const server = await createServer(mock, { port: 0 }).listen();
    onTestFinished(() => server.close());
    const flags = ['--from', server.url, '--token', 'alice@acme.example=alice-token', '--users', '12'];
    const before = [mock.fingerprint(), mock.revision];
    const first = await captureIn(folder, flags);
    expect([first.code, first.errors]).toEqual([0, [created]]);
    expect(first.output).toMatch(/^captured \d+ people from http/);
    expect(first.output).toContain('Pseudonymous data may still be personal data');
    expect(first.output).toContain('fewer than 5 people, who are easy to recognize; --at-least 5');
    expect([mock.fingerprint(), mock.revision]).toEqual(before);
    expect(statSync(join(folder, 'capture.key')).mode & 0o777).toBe(0o600);
    expect(existsSync(join(folder, 'staging.ts.work'))).toBe(false);

    const files = () => ['staging.ts', 'staging.data.ts'].map((file) => readFileSync(join(folder, file), 'utf8'));
    const written = files();
    expect((await captureIn(folder, flags)).errors).toEqual([]);
    expect(files()).toEqual(written);

    const jiti = createJiti(import.meta.url, {
      alias: { 'briefs-mock': join(import.meta.dirname, '../../dist/index.js') },
    });
    const { staging } = await jiti.import<{ staging: typeof newsroom }>(join(folder, 'staging.ts'));
    const copy = createMock({ scenario: staging });
    const { token } = staging.personas[0] as { token: string };
    const answer = await copy.fetch('/public-api/v1/brief', { headers: { authorization: `Bearer ${token}` } });
    const original = await mock.fetch('/public-api/v1/brief', { headers: { authorization: 'Bearer alice-token' } });
    const countOf = async (one: Response) => ((await one.json()) as { data: unknown[] }).data.length;
    expect(await countOf(answer)).toBe(await countOf(original));
  });

  it('reads recorded traffic instead of a server', async () => {
    const folder = await temporaryFolder();
    const mock = createMock({ scenario: newsroom });
    const entries = [];
    for (const path of ['/public-api/v1/brief', '/public-api/v1/brief/front-page', '/public-api/v1/bookmark/brief']) {
      const authorization = 'Bearer alice-token';
      const answer = await mock.fetch(path, { headers: { authorization } });
      const headers = [{ name: 'content-type', value: 'application/json' }];
      const request = {
        method: 'GET',
        url: `https://x.test${path}`,
        headers: [{ name: 'Authorization', value: authorization }],
      };
      const response = { status: answer.status, headers, content: { text: await answer.text() } };
      entries.push({ startedDateTime: '2026-03-04T09:00:00Z', time: 5, request, response });
    }
    writeFileSync(join(folder, 'session.har'), JSON.stringify({ log: { entries } }));
    const { code, output, errors } = await captureIn(folder, ['--har', 'session.har']);
    expect([code, errors]).toEqual([0, [created]]);
    expect(output).toMatch(/^captured 1 person from session\.har\n/);
    expect(readFileSync(join(folder, 'staging.data.ts'), 'utf8')).toContain('  brief_document: [\n');
  });
});

describe('briefs-mock capture: bad input is one line, and nothing is written', () => {
  it.each<[string, readonly string[], string]>([
    ['no source', [], 'nothing to capture is given; give one of --from <url> and --har <file>'],
    ['two sources', ['--from', 'http://x.test', '--har', 'x.har'], '--from and --har exclude each other'],
    [
      'a token with a recording',
      ['--har', 'x.har', '--service-token', 'x'],
      '--service-token cannot be used with --har',
    ],
    [
      'another extension',
      ['--from', 'http://x.test', '--out', 'x.json'],
      '--out must end in .ts, .mts, .js, .mjs, but is x.json',
    ],
    [
      'no such column',
      ['--har', 'x.har', '--keep', 'user.nick'],
      '--keep takes table.column, such as user.fname, and not user.nick; the columns are id',
    ],
  ])('%s', async (_, flags, message) => {
    const folder = await temporaryFolder();
    const { code, errors } = await captureIn(folder, flags);
    expect([code, errors]).toEqual([2, [expect.stringContaining(message)]]);
    expect(existsSync(join(folder, 'capture.key'))).toBe(false);
  });

  type Answer = Parameters<typeof send>;
  it.each<[string, OtherBackend['intercept'], number, string]>([
    ['HTML', (_, response) => html(response), 5, 'is answered with HTML instead of JSON (200)'],
    [
      'a redirect',
      (_, response) => answered(response, 302, '', { location: '/login' }),
      6,
      'is redirected to /login; is a login missing?',
    ],
    [
      '429 for an hour',
      (_, response) => answered(response, 429, '', { 'retry-after': '3600' }),
      4,
      'the server limits requests (429), and asks to wait 3600 s',
    ],
    ['500', (_, response) => answered(response, 500, '{}'), 7, 'is answered with 500'],
    [
      '401 to a service token',
      (_, response) => answered(response, 401, '{}'),
      11,
      'the server rejects the service token',
    ],
    [
      'a closed connection',
      (_, response) => response.destroy().destroyed,
      7,
      'was not answered: the server closed the connection',
    ],
    [
      '404 to everything',
      (_, response) => answered(response, 404, '{}'),
      8,
      'it shows nothing; are the URL and the tokens right?',
    ],
  ])('%s', async (_, intercept, code, message) => {
    const folder = await temporaryFolder();
    const backend = await otherBackend();
    backend.intercept = intercept;
    const result = await captureIn(folder, flagsFor(backend));
    expect(result).toEqual({
      code,
      output: '',
      errors: [created, expect.stringMatching(/^briefs-mock: http:\/\/127\.0\.0\.1:\d+ cannot be captured: /)],
    });
    expect(result.errors[1]).toContain(message);
    for (const file of ['staging.ts', 'staging.ts.work']) expect(existsSync(join(folder, file))).toBe(false);
  });

  const answered = (...answer: Answer) => {
    send(...answer);
    return true;
  };
  const html = (response: Answer[0]) => answered(response, 200, '<!doctype html>', { 'content-type': 'text/html' });
});

describe('briefs-mock capture is polite, and continues', () => {
  it('waits as long as Retry-After says, asks again after a closed connection, and leaves out what the token may not read', async () => {
    const folder = await temporaryFolder();
    const backend = await otherBackend();
    let [limited, closed] = [0, 0];
    backend.intercept = ({ url }, response) => {
      if (url === '/user-data/v1/client' && limited++ === 0) send(response, 429, '', { 'retry-after': '0' });
      else if (url === '/user-data/v1/brief-client' && closed++ === 0) response.destroy();
      else if (url === '/user-data/v1/user-preference') send(response, 403, { error: 'not yours' });
      else return false;
      return true;
    };
    const { code, output } = await captureIn(folder, flagsFor(backend));
    expect(code).toBe(0);
    expect([limited, closed]).toEqual([2, 2]);
    expect(output).toContain('not shown, but answered with 403: /user-data/v1/user-preference\n');
  });

  it('after an interruption, asks only for what it has not read, and removes the work file', async () => {
    const folder = await temporaryFolder();
    const backend = await otherBackend();
    const running = run(['capture', '--out', 'staging.ts', ...flagsFor(backend)], {}, folder);
    backend.intercept = async ({ url }) => {
      if (url !== '/public-api/v1/bookmark/brief') return false;
      running.child.kill('SIGINT');
      return false;
    };
    expect(await running.exit).toBe(130);
    const work = join(folder, 'staging.ts.work');
    expect(statSync(work).mode & 0o777).toBe(0o600);
    expect(existsSync(join(folder, 'staging.ts'))).toBe(false);

    backend.intercept = () => false;
    const before = new Set(backend.requests.splice(0));
    const { code, errors } = await captureIn(folder, flagsFor(backend));
    expect([code, errors]).toEqual([
      0,
      [expect.stringMatching(/continuing with \d+ answers in staging\.ts\.work; delete it/)],
    ]);
    // What was not there is asked for again.
    const isThere = (request: string) => /\/(client|user|brief-client|preference|user-preference) /.test(request);
    const twice = backend.requests.filter((request) => before.has(request) && isThere(request));
    // The requests that ran when the signal came were answered, but perhaps not noted.
    expect(twice.length).toBeLessThanOrEqual(4);
    expect(existsSync(work)).toBe(false);
  });

  it('does not continue the capture of another server', async () => {
    const folder = await temporaryFolder();
    writeFileSync(
      join(folder, 'staging.ts.work'),
      '{"format":"briefs-mock/capture-work","target":"https://a.test"}\n{"path":"/x","query":"","status":200}\n',
    );
    const { code, errors } = await captureIn(folder, ['--from', 'https://b.test']);
    expect([code, errors.at(-1)]).toEqual([
      2,
      'briefs-mock: the work file staging.ts.work has what an interrupted capture of https://a.test has read; delete it, or choose another --out',
    ]);
  });

  it('closes a key that others can read, and refuses one that is short or missing its folder', async () => {
    const folder = await temporaryFolder();
    const key = join(folder, 'capture.key');
    writeFileSync(key, 'a-secret-that-is-never-printed');
    chmodSync(key, 0o644);
    const backend = await otherBackend();
    const { code, output, errors } = await captureIn(folder, flagsFor(backend));
    expect([code, errors]).toEqual([
      0,
      ['briefs-mock: others could read the key capture.key; now only you can (mode 600)'],
    ]);
    expect(statSync(key).mode & 0o777).toBe(0o600);
    expect(output + errors).not.toContain('never-printed');
    writeFileSync(key, 'short');
    expect(await captureIn(folder, flagsFor(backend))).toMatchObject({
      code: 1,
      errors: ['briefs-mock: the key file capture.key cannot be used: it must have 16 characters or more'],
    });
  });

  it('writes both files or none', async () => {
    const folder = await temporaryFolder();
    const backend = await otherBackend();
    writeFileSync(join(folder, 'staging.ts'), 'kept');
    chmodSync(join(folder, 'staging.ts'), 0o444);
    const { code, errors } = await captureIn(folder, flagsFor(backend));
    expect([code, errors.at(-1)]).toEqual([1, expect.stringContaining('staging.ts cannot be written: ')]);
    expect(existsSync(join(folder, 'staging.data.ts'))).toBe(false);
    expect(readFileSync(join(folder, 'staging.ts'), 'utf8')).toBe('kept');
  });
});
