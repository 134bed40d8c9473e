import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingRows } from '../../src/cli/settings.js';
import { startHere } from '../support/cli.js';

const health = (url: string, headers = {}) => fetch(`${url}/__mock/health`, { headers });

describe('Flags of briefs-mock serve', () => {
  it('--service-token, --cors-origin, --control-token and --strict-sessions restrict requests', async () => {
    const { url } = await startHere([
      ...['--scenario', 'empty', '--service-token', 's3rvice', '--control-token', 'c0ntrol', '--strict-sessions'],
      ...['--cors-origin', 'https://app.example', '--cors-origin', 'https://Other.example:8080'],
    ]);
    const clients = (headers: Record<string, string>) =>
      fetch(`${url}/user-data/v1/client`, { headers: { authorization: 'Bearer s3rvice', ...headers } });
    expect((await clients({})).status).toBe(200);
    expect((await clients({ authorization: 'Bearer c0ntrol' })).status).toBe(401);
    for (const [origin, allowed] of [
      ['https://app.example', 'https://app.example'],
      ['https://other.example:8080', 'https://other.example:8080'],
      ['https://evil.example', null],
    ] as const) {
      expect((await clients({ origin })).headers.get('access-control-allow-origin')).toBe(allowed);
    }
    expect((await clients({ 'x-mock-session': 'new' })).status).toBe(400);
    expect((await health(url)).status).toBe(401);
    expect((await health(url, { authorization: 'Bearer c0ntrol' })).status).toBe(200);
  });

  it('--no-control turns off control calls, and --max-sessions limits the number of sessions', async () => {
    const { url } = await startHere(['--no-control', '--max-sessions', '1', '--session-idle', '60']);
    expect((await health(url)).status).toBe(404);
    const headers = { authorization: 'Bearer alice-token' };
    const bookmark = async (session: string, method: string) => {
      const path = `${url}/__mock/s/${session}/public-api/v1/brief`;
      const [{ slug }] = (await (await fetch(path, { headers })).json()).data;
      const { gid } = (await (await fetch(`${path}/${slug}`, { headers })).json()).data;
      const where = `${url}/__mock/s/${session}/public-api/v1/bookmark/${slug}/${gid}`;
      return (await fetch(where, { method, headers })).status;
    };
    expect(await bookmark('one', 'POST')).toBe(200);
    expect(await bookmark('one', 'DELETE')).toBe(200);
    expect(await bookmark('one', 'POST')).toBe(200);
    // The second session deletes the first one, and its bookmark with it.
    expect(await bookmark('two', 'DELETE')).toBe(404);
    expect(await bookmark('one', 'DELETE')).toBe(404);
  });

  it('--delay delays every answer, and --session-idle ends idle sessions', async () => {
    const { url } = await startHere(['--scenario', 'empty', '--session-idle', '1', '--delay', '250']);
    const started = performance.now();
    expect((await fetch(`${url}/__mock/s/one/user-data/v1/client`)).status).toBe(200);
    // Timers may fire up to a millisecond early.
    expect(performance.now() - started).toBeGreaterThanOrEqual(249);
    const sessions = async () => (await (await fetch(`${url}/__mock/sessions`)).json()).data.length;
    await expect.poll(sessions).toBe(0);
  });

  it('--control-token enables control calls on 0.0.0.0, for requests with the token', async () => {
    const { url } = await startHere(['--scenario', 'empty', '--host', '0.0.0.0', '--control-token', 'c0ntrol']);
    const loopback = url.replace('0.0.0.0', '127.0.0.1');
    expect((await health(loopback)).status).toBe(401);
    expect((await health(loopback, { authorization: 'Bearer c0ntrol' })).status).toBe(200);
  });
});

it('a setting that is an option of neither the mock nor the server is read by the command line', () => {
  const folder = join(import.meta.dirname, '../../src/cli');
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && path !== 'settings.ts')
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
  const isRead = (name: string) => new RegExp(`(?:\\.|[{,]\\s*)${name}\\b`).test(code);
  const unread = settingRows.flatMap(([name, { to }]) => (to === 'command' && !isRead(name) ? [name] : []));
  expect(unread, 'settings with `to: "command"` that no file in src/cli reads').toEqual([]);
});
