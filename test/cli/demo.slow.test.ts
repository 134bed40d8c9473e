import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startHere, temporaryFolder } from '../support/cli.js';
import { visitorAt } from '../support/visitors.js';

const BRIEFS = '/public-api/v1/brief';
const alice = { authorization: 'Bearer alice-token' };

/** Starts a server. `come` returns a new visitor of it. */
async function demo(args: readonly string[], cwd?: string) {
  const { url, output } = await startHere(args, {}, cwd);
  return { url, output: output(), come: () => visitorAt(url) };
}

describe('briefs-mock --demo', () => {
  it('gives visitors sessions, lets time run from today, and says where to start again', async () => {
    const { url, output, come } = await demo(['--demo']);
    expect(output).toContain(`${url}/__mock/demo/start-again`);
    expect(output).not.toMatch(/^(Console|Docs)/m);
    const one = come();
    const day = () => new Date().toISOString().slice(0, 10).replaceAll('-', '');
    const before = day();
    const { cookie, body } = await one.send('GET', `${BRIEFS}/front-page`, alice);
    expect(cookie).toMatch(/^mock_session=/);
    const { gid } = JSON.parse(body).data;
    expect([before, day()]).toContain(/^1-(\d{8})/.exec(gid)?.[1]);
    expect((await one.send('GET', '/__mock/health')).status).toBe(404);
    expect((await one.send('POST', '/user-data/v1/client', { 'x-mock-session': 'mine' })).status).toBe(400);
  });

  it('with --control-token, the console is open with the token', async () => {
    const { url, output } = await demo(['--demo', '--control-token', 'c0ntrol']);
    expect(output).toContain(`${url}/__mock/`);
    expect((await fetch(`${url}/__mock/health`)).status).toBe(401);
    const headers = { authorization: 'Bearer c0ntrol' };
    expect((await fetch(`${url}/__mock/health`, { headers })).status).toBe(200);
  });

  it('flags and the config file override what it sets', async () => {
    const folder = await temporaryFolder();
    const settings = { demo: true, scenario: 'empty', strictSessions: false, sessionActive: 3600, maxSessions: 1 };
    await writeFile(join(folder, 'briefs-mock.config.json'), JSON.stringify(settings));
    const { come } = await demo(['--clock', '2026-03-04T09:00:00Z', '--control-token', 'c0ntrol'], folder);
    const clock = await come().send('GET', '/__mock/clock', { authorization: 'Bearer c0ntrol' });
    expect(JSON.parse(clock.body)).toEqual({ now: '2026-03-04T09:00:00.000Z', frozen: true });
    const mine = await come().send('GET', '/user-data/v1/client', { 'x-mock-session': 'mine' });
    expect(mine.status).toBe(200);
    const { status, headers } = await come().send('POST', '/user-data/v1/client');
    expect([status, Number(headers['retry-after'])]).toEqual([503, expect.toSatisfy((seconds) => seconds <= 3600)]);
  });
});
