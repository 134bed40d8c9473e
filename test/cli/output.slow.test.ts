import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { command, follow, kill, ready, runHere, start, startHere, stop } from '../support/cli.js';
import { connectTo } from '../support/raw-http.js';

const READY = /^briefs-mock ready on http:\/\/127\.0\.0\.1:\d+ \(scenario \w+, seed 1\)$/;
const secrets = ['alice-token', 's3rvice', 'c0ntrol', 'query-s3cret'];
const flags = ['--service-token', 's3rvice', '--control-token', 'c0ntrol'];

/** Sends several requests that contain secrets. */
async function ask(url: string): Promise<void> {
  const authorization = 'Bearer alice-token';
  for (const [path, headers] of [
    ['/public-api/v1/brief', { authorization }],
    ['/public-api/v1/brief?api_key=query-s3cret', { authorization, 'x-mock-session': 'mine' }],
    ['/user-data/v1/client/1', { authorization: 'Bearer s3rvice', cookie: 'a=b; mock_session=baked' }],
    ['/__mock/s/mine/__mock/data/access_token/alice-token', { authorization: 'Bearer c0ntrol' }],
    ['/__mock/data/access%5Ftoken/alice-token', { authorization: 'Bearer c0ntrol' }],
  ] as const) {
    await (await fetch(url + path, { headers })).arrayBuffer();
  }
}

describe('An output that cannot be written', () => {
  const full = () => {
    const descriptor = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(descriptor));
    return descriptor;
  };
  const [program, ...first] = command;

  it.each(['scenarios', '--help', '--version'])('makes %s exit with 1 and the reason', async (word) => {
    const { exit, errors } = follow(spawn(program, [...first, word], { stdio: ['ignore', full(), 'pipe'] }));
    expect(await exit).toBe(1);
    expect(errors()).toMatch(/^briefs-mock: standard output cannot be written: ENOSPC: no space left on device.*\n$/);
  });

  it('does not end a server', async () => {
    const started = follow(spawn(program, [...first, '--port', '0'], { stdio: ['ignore', 'pipe', full()] }));
    onTestFinished(() => kill(started));
    const { url } = await ready(started);
    const statusOf = async () => (await fetch(`${url}/__mock/live`)).status;
    expect([await statusOf(), await statusOf()]).toEqual([200, 200]);
  });
});

describe('Output of briefs-mock serve', () => {
  it('logs a line without secrets to standard error for every request', async () => {
    const server = await start(flags);
    await ask(server.url);
    await stop(server);
    const lines = server
      .errors()
      .replaceAll(/[\d.]+ ms/g, '* ms')
      .replaceAll(/ id [\da-f-]{36}/g, ' id *')
      .trim()
      .split('\n');
    expect(lines.slice(0, -2)).toEqual([
      'GET /public-api/v1/brief 200 * ms id *',
      'GET /public-api/v1/brief 200 * ms session mine id *',
      'GET /user-data/v1/client/1 200 * ms session baked id *',
      'GET /__mock/s/mine/__mock/data/access_token/[hidden] 200 * ms session mine id *',
      'GET /__mock/data/access%5Ftoken/[hidden] 200 * ms id *',
    ]);
    expect(lines.slice(-2)).toEqual([
      'briefs-mock: SIGTERM: waiting for running requests; send it again to stop immediately',
      'briefs-mock: stopped',
    ]);
    for (const secret of secrets) expect(server.errors()).not.toContain(secret);
    expect(server.output().trim().split('\n').at(-1)).toMatch(READY);
  });

  it('logs an aborted request, without control characters of an invalid session name', async () => {
    const server = await start(['--scenario', 'empty', '--delay', '60000']);
    const waiting = await connectTo(server.url);
    waiting.write('GET /user-data/v1/client HTTP/1.1\r\nHost: localhost\r\nX-Mock-Session: \u009b1m\r\n\r\n');
    // Once a later request is answered, the first one is in flight.
    await fetch(`${server.url}/__mock/health`);
    waiting.hangUp();
    await server.said(/aborted/);
    expect(server.errors()).toMatch(/^GET \/user-data\/v1\/client aborted [\d.]+ ms/m);
    expect(server.errors()).not.toContain('\u009b');
  });

  it('logs why a request failed, and the fault rules that applied, as text and as JSON', async () => {
    for (const json of [false, true]) {
      const server = await startHere(json ? ['--json-logs'] : []);
      const body = '{"path": "/public-api/v1/brief", "status": 503, "times": 1}';
      await fetch(`${server.url}/__mock/faults`, { method: 'POST', body });
      const failed = await fetch(`${server.url}/public-api/v1/brief`);
      const lost = await fetch(`${server.url}/public-api/v1/nothing%0Aforged%C2%9B`);
      await fetch(`${server.url}/data/access_token/alice-token`);
      await fetch(`${server.url}/__mock/data/access_token/other-token`);
      await server.stop();
      const lines = server.errors().trim().split('\n').slice(1, 5);
      expect(server.errors()).not.toMatch(/alice-token|other-token|\u009b/);
      const [ofFailed, ofLost] = [failed, lost].map(({ headers }) => headers.get('x-request-id'));
      if (json) {
        const [first, second, ...others] = lines.map((line) => JSON.parse(line));
        expect(first).toMatchObject({ id: ofFailed, faults: [1], reason: 'A fault rule answered 503' });
        expect(second).toMatchObject({ id: ofLost, reason: expect.stringMatching(/^There is no route GET .*nothing/) });
        for (const other of others) expect(other).not.toHaveProperty('reason');
      } else {
        const [first, second] = lines.map((line) => line.replace(/[\d.]+ ms/, '* ms'));
        expect(first).toBe(`GET /public-api/v1/brief 503 * ms id ${ofFailed} fault 1: A fault rule answered 503`);
        expect(second).toContain(
          `404 * ms id ${ofLost}: There is no route GET /public-api/v1/nothing\\u000aforged\\u009b`,
        );
      }
    }
  });

  it('--quiet prints the ready line and nothing else', async () => {
    const server = await startHere(['--quiet', ...flags]);
    await ask(server.url);
    expect(await server.stop()).toBe(0);
    expect(server.output()).toMatch(new RegExp(`${READY.source}\n$`, 'm'));
    expect(server.output().trim().split('\n')).toHaveLength(1);
    expect(server.errors()).toBe('');
  });

  it('--json-logs prints every line as a JSON object without secrets', async () => {
    const server = await startHere(['--json-logs', ...flags]);
    await ask(server.url);
    await server.stop();
    const lines = [server.output(), server.errors()].map((text) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
    const [said = [], logged = []] = lines;
    expect(said.at(-1)).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: 'info',
      message: expect.stringMatching(READY),
      url: server.url,
      scenario: 'newsroom',
      seed: 1,
    });
    const request = { level: 'info', message: 'request', method: 'GET', status: 200, ms: expect.any(Number) };
    expect(logged[1]).toMatchObject({ ...request, path: '/public-api/v1/brief', session: 'mine' });
    expect(logged[3]).toMatchObject({ ...request, path: '/__mock/s/mine/__mock/data/access_token/[hidden]' });
    for (const secret of secrets) expect(server.output() + server.errors()).not.toContain(secret);
  });

  it('--json-logs prints errors as JSON objects too', async () => {
    const { exit, errors } = runHere(['--json-logs', '--scenario', 'nowhere']);
    expect(await exit).toBe(2);
    expect(JSON.parse(errors())).toMatchObject({ level: 'error', message: expect.stringContaining('nowhere') });
  });

  it('prints no colour codes when the output is not a terminal', async () => {
    const server = await start([], { CI: 'true' });
    await ask(server.url);
    await stop(server);
    expect(server.output() + server.errors()).not.toContain('\u001b');
  });

  it('keeps serving when standard output and standard error are closed', async () => {
    const server = await start(['--scenario', 'empty']);
    const { stdout, stderr } = server.child;
    for (const stream of [stdout, stderr]) {
      stream?.destroy();
      if (stream !== null && !stream.closed) await once(stream, 'close');
    }
    for (let i = 0; i < 3; i++) expect((await fetch(`${server.url}/__mock/health`)).status).toBe(200);
    server.child.kill('SIGTERM');
    const [code] = server.child.exitCode === null ? await once(server.child, 'exit') : [server.child.exitCode];
    expect(code).toBe(0);
  });
});
