import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { run, runHere, startHere } from '../support/cli.js';

describe('briefs-mock serve', () => {
  it('prints a curl command that lists briefs, and the ready line last', async () => {
    const { output } = await startHere([]);
    const lines = output().trim().split('\n');
    expect(lines.at(-1)).toMatch(/^briefs-mock ready on http:\/\/127\.0\.0\.1:\d+ \(scenario newsroom, seed 1\)$/);
    expect(lines.find((line) => line.startsWith('Token'))).toContain('alice-token (alice@acme.example)');

    const command = lines.find((line) => line.includes('curl'))?.replace(/^.*?curl/, 'curl -s') as string;
    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    expect(JSON.parse(stdout).data).toContainEqual({ name: 'Front Page', slug: 'front-page' });
  });

  it('prints a token that has not expired', async () => {
    const { url, output } = await startHere(['--scenario', 'expired-tokens']);
    const token = /^Token +(\S+) \(/m.exec(output())?.[1];
    const answer = await fetch(`${url}/public-api/v1/brief`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
  });

  it('prints the URLs of the console and the API reference if the control API answers there', async () => {
    const open = await startHere([]);
    expect(open.output()).toMatch(new RegExp(`^Console +${open.url}/__mock/$`, 'm'));
    for (const path of ['', 'console/page.js', 'console/page.css']) {
      expect((await fetch(`${open.url}/__mock/${path}`)).status, path).toBe(200);
    }
    const page = `${open.url}/__mock/docs`;
    expect(open.output()).toMatch(new RegExp(`^Docs +${page}$`, 'm'));
    expect((await fetch(page)).status).toBe(200);
    expect((await startHere(['--host', '0.0.0.0', '--control-token', 'c0ntrol'])).output()).toContain('/__mock/docs');
    for (const flags of [['--no-control'], ['--host', '0.0.0.0']]) {
      const closed = await startHere(flags);
      expect(closed.output()).not.toContain('/__mock/');
      expect((await fetch(`http://127.0.0.1:${new URL(closed.url).port}/__mock/docs`)).ok).toBe(false);
    }
  });

  it('starts with the scenario, seed, clock and token mode of the flags', async () => {
    const { url, output } = await startHere([
      '--scenario',
      'empty',
      '--seed',
      '7',
      '--clock',
      '2027-01-02T03:04:05+01:00',
      '--tokens',
      'any',
    ]);
    expect(output()).toContain('(scenario empty, seed 7)');
    const health = await (await fetch(`${url}/__mock/health`)).json();
    expect(health).toMatchObject({ status: 'ok', scenario: 'empty', seed: 7, clock: '2027-01-02T02:04:05.000Z' });

    const user = { fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' };
    await fetch(`${url}/__mock/data/user`, { method: 'POST', body: JSON.stringify(user) });
    const briefs = await fetch(`${url}/public-api/v1/brief`, { headers: { authorization: 'Bearer whatever' } });
    expect(await briefs.json()).toEqual({ data: [] });
  });

  it('reads the port from PORT, and --port overrides it', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    onTestFinished(() => void blocker.close());
    const { port } = blocker.address() as { port: number };

    const taken = run([], { PORT: String(port) });
    expect(await taken.exit).toBe(1);
    expect(taken.errors()).toBe(
      `briefs-mock: port ${port} on 127.0.0.1 is already in use; choose another port, or use --port 0 for any free port\n`,
    );
    const { url } = await startHere([], { PORT: String(port) });
    expect(url).not.toContain(`:${port}`);
  });

  it('answers control calls with 403 when it listens on 0.0.0.0 without a control token', async () => {
    const { url } = await startHere(['--host', '0.0.0.0']);
    const response = await fetch(`${url}/__mock/health`);
    expect(response.status).toBe(403);
    expect((await response.json()).error.code).toBe('forbidden');
  });

  it.each(['127.1', '0x7f.1'])('on %s, which is 127.0.0.1, prints where the control API is open', async (host) => {
    const { url, output } = await startHere(['--host', host]);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(output()).toContain(`Console  ${url}/__mock/`);
    expect((await fetch(`${url}/__mock/health`)).status).toBe(200);
  });

  it('on 0, which is 0.0.0.0, prints an address that can be opened', async () => {
    const { url, output } = await startHere(['--host', '0']);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(output()).toMatch(/^Control +closed, because others can reach this server at 0\.0\.0\.0;/m);
  });

  it('on 0.0.0.0 prints an address that can be opened, and how to open the control API', async () => {
    const closed = await startHere(['--host', '0.0.0.0']);
    expect(closed.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(closed.output()).not.toContain('http://0.0.0.0');
    expect(closed.output()).toMatch(
      /^Control +closed, because others .*; open it with --control-token <token>, or listen on 127/m,
    );
    const network = /^Network +(\S+)$/m.exec(closed.output())?.[1];
    if (network !== undefined) expect((await fetch(`${network}/public-api/v1/brief`)).status).toBe(401);
    const local = ['--public-url', 'http://localhost:8090'];
    for (const flags of [['--host', '0.0.0.0', '--control-token', 'c0ntrol'], ['--no-control'], local, []]) {
      expect((await startHere(flags)).output()).not.toMatch(/^Control/m);
    }
    expect((await startHere(['--public-url', 'https://mock.example'])).output()).toMatch(
      /^Control +closed, because others .* at https:\/\/mock\.example; open it with --control-token <token>$/m,
    );
    expect((await startHere(['--demo'])).output()).toMatch(
      /^Control +off in a demo; open it with --control-token <token>$/m,
    );
  });
});

describe('Invalid usage exits with an error that says what is allowed', () => {
  it.each([
    [['--port', '70000'], 'must be an integer from 0 to 65535'],
    [['--port', 'x'], 'must be an integer from 0 to 65535'],
    [['--seed', '-1'], 'must be an integer from 0'],
    [['--scenario', 'nowhere'], 'there is no scenario "nowhere"; the scenarios are newsroom, empty'],
    [['--tokens', 'some'], 'Allowed choices are issued, jwt, any'],
    [['--clock', 'yesterday'], 'use ISO 8601 with a time zone'],
    [['--colour'], "unknown option '--colour'"],
    [
      ['launch'],
      "there is no command 'launch'; the commands are serve, scenarios, snapshot, exec, replay, impact, explore, redact, trace, diff, init, init-assistant, mcp, tool, conform, capture, routes, openapi",
    ],
    [['--delay', '1.5'], 'must be an integer from 0 to 600000'],
    [['--max-sessions', '0'], 'must be an integer from 1'],
    [['--cors-origin', 'app.example/'], 'such as https://app.example'],
    [['--cors-origin', 'https://bo@app.example'], 'such as https://app.example'],
    [['--cors-origin', '*', '--cors-origin', 'https://a.example'], 'must be given as * alone, or as origins'],
    [['--cors-origin', 'https://a.example', '--cors-origin', '*'], 'must be given as * alone, or as origins'],
    [['--host', ''], 'must not be empty'],
    [['--state', ''], 'must not be empty'],
    [['--config', ''], 'must not be empty'],
    [['--control-token', 'two words'], '--control-token: must consist of printable ASCII characters without spaces\n'],
    [['--control-token', '--port'], "option '--control-token <token>' argument missing"],
    [['--scenario', '-p', '1'], "option '--scenario <name>' argument missing"],
    [['--control-token', 'secret\n'], 'ends with white space'],
    [['--public-url', 'ftp://bo:secret@x.example'], '--public-url: must not contain a user or a password'],
    [['--control-token', 'secret', '--no-control'], "cannot be used with option '--no-control'"],
  ])('%j exits with 2', async (args, said) => {
    const { exit, errors, output } = runHere(args);
    expect(await exit).toBe(2);
    expect(errors()).toContain(said);
    expect(output()).toBe('');
    if (!args.includes('--no-control')) expect(errors()).not.toMatch(/two words|secret/);
  });

  it.each([
    ['BRIEFS_MOCK_CONTROL_TOKEN', 'secret\n', 'must consist of printable ASCII characters'],
    ['BRIEFS_MOCK_BEHAVIOR', 'secret=1', 'behavior has no option'],
    ['BRIEFS_MOCK_STORE', 'http://secret', 'must be a URL'],
  ])('an invalid variable %s exits with 2, and is named', async (name, value, said) => {
    const { exit, errors } = runHere(['--port', '0'], { [name]: value });
    expect([await exit, errors()]).toEqual([2, expect.stringContaining(`${name}: ${said}`)]);
  });

  it('a value may begin with a hyphen', async () => {
    const { exit, errors } = runHere(['--port', '0', '--control-token', '-secret']);
    expect([await exit, errors()]).toEqual([0, expect.not.stringContaining('argument missing')]);
  });

  it('says which variables are not read, except those of Kubernetes and of helpers', async () => {
    const unread = { BRIEFS_MOCK_CONTROL_TOKN: 'secret', BRIEFS_MOCK_STATE: 's.json', BRIEFS_MOCK_SEED: '7' };
    const others = {
      BRIEFS_MOCK_SERVICE_HOST: '10.0.0.1',
      BRIEFS_MOCK_SERVICE_PORT_HTTP: '4010',
      BRIEFS_MOCK_PORT: 'tcp://10.0.0.1:4010',
      BRIEFS_MOCK_PORT_4010_TCP_ADDR: '10.0.0.1',
      BRIEFS_MOCK_URL: 'http://127.0.0.1:4010',
      BRIEFS_MOCK_TRACES: 'traces',
    };
    const { exit, errors } = runHere(['--port', '0', '--quiet'], { ...unread, ...others });
    expect(await exit).toBe(0);
    const lines = errors()
      .split('\n')
      .filter((line) => line.includes('is not read'));
    expect(lines.sort()).toEqual([
      'briefs-mock: the environment variable BRIEFS_MOCK_CONTROL_TOKN is not read; did you mean BRIEFS_MOCK_CONTROL_TOKEN?',
      'briefs-mock: the environment variable BRIEFS_MOCK_SEED is not read; use --seed',
      'briefs-mock: the environment variable BRIEFS_MOCK_STATE is not read; use --state',
    ]);
  });

  it('names the variable of a setting whose name one would expect to begin as the others', async () => {
    const { exit, errors } = runHere(['--port', '0', '--quiet'], { BRIEFS_MOCK_PORT: '4100' });
    expect(await exit).toBe(0);
    expect(errors()).toContain('briefs-mock: the environment variable BRIEFS_MOCK_PORT is not read; use PORT\n');
  });

  it('an address of another machine exits with 1', async () => {
    const { exit, errors } = runHere(['--host', '192.0.2.1', '--port', '0']);
    expect(await exit).toBe(1);
    expect(errors()).toContain('192.0.2.1 is not an address of this machine');
  });
});

describe('Help and version', () => {
  it.each([
    ['--help', 'Usage: briefs-mock'],
    ['--version', /^\d+\.\d+\.\d+\n$/],
  ] as const)('%s prints the text and exits with 0', async (flag, said) => {
    const { exit, output } = runHere([flag]);
    expect(await exit).toBe(0);
    expect(output()).toMatch(said);
  });
});
