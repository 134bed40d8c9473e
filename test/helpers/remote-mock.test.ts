import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMock } from 'briefs-mock';
import { RemoteMock } from 'briefs-mock/playwright';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';

async function start() {
  const mock = createMock({ scenario: newsroom });
  const server = await createServer(mock, { port: 0 }).listen();
  onTestFinished(() => server.close());
  return { mock, server, connect: (options = {}) => RemoteMock.connect(server.url, options) };
}

const briefsOf = async (remote: RemoteMock, token: string) => {
  const response = await remote.fetch('/public-api/v1/brief', { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, json: await response.json() };
};

describe('RemoteMock', () => {
  it('connect() rejects a server that is not a briefs-mock, also if it answers with success', async () => {
    const server = createHttpServer((_, response) => void response.end('<html>')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    await expect(RemoteMock.connect(`http://127.0.0.1:${port}`)).rejects.toThrow(
      'was answered with status 200: the server is not a briefs-mock',
    );
  });

  it('connect() creates a session with a unique id, or with the given id', async () => {
    const { connect } = await start();
    const [one, other, named] = [await connect(), await connect(), await connect({ session: 'mine' })];
    expect(new Set([one.session, other.session, named.session]).size).toBe(3);
    expect(named.session).toBe('mine');
    expect(named.headers).toEqual({ 'X-Mock-Session': 'mine' });
    await expect(connect({ session: 'mine' })).rejects.toThrow(/409.*There is already a session "mine"/);
  });

  it('sees the records of its own session, and none of another', async () => {
    const { connect, mock } = await start();
    const [one, other] = [await connect(), await connect()];
    const before = (await other.list('user')).length;
    const bo = await one.create('user', { fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
    expect(bo).toMatchObject({ fname: 'Bo', email: 'bo@acme.example' });
    expect(await one.list('user')).toHaveLength(before + 1);
    expect(await other.list('user')).toHaveLength(before);
    expect(mock.data.user.count()).toBe(before);
    const token = await one.tokenFor('bo@acme.example');
    expect((await briefsOf(one, token)).status).toBe(200);
    expect((await briefsOf(other, token)).status).toBe(401);
    await expect(other.tokenFor('bo@acme.example')).rejects.toThrow(/404: There is no user "bo@acme.example"/);
  });

  it('updates and removes records, and says what has changed since a revision', async () => {
    const { connect } = await start();
    const remote = await connect();
    expect(await remote.revision()).toBe(0);
    const { id } = await remote.create('user', { fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
    const mark = await remote.revision();
    expect(await remote.update('user', id, { lname: 'Berg' })).toMatchObject({ id, fname: 'Bo', lname: 'Berg' });
    expect((await remote.changes({ since: mark })).tables).toEqual({
      user: [expect.objectContaining({ key: id, columns: ['lname'] })],
    });
    expect(await remote.remove('user', id)).toMatchObject({ id });
    expect((await remote.changes()).tables).toEqual({});
    await expect(remote.remove('user', id)).rejects.toThrow(/404/);
    await expect(remote.update('user', id, { lname: 'Ek' })).rejects.toThrow(/404/);
  });

  it('resets its session, takes a snapshot and restores it', async () => {
    const { connect } = await start();
    const remote = await connect();
    const seeded = await remote.snapshot();
    await remote.create('user', { fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
    const changed = await remote.snapshot();
    await remote.reset();
    expect(await remote.snapshot()).toEqual(seeded);
    await remote.restore(changed);
    expect(await remote.snapshot()).toEqual(changed);
    await remote.reset({ seed: 7 });
    expect((await remote.snapshot()).seed).toBe(7);
    await remote.reset(remote.baseline);
    expect(await remote.snapshot()).toEqual(seeded);
  });

  it('has its own clock, fault rules and journal', async () => {
    const { connect } = await start();
    const [one, other] = [await connect(), await connect()];
    await one.setClock({ advance_seconds: 86_400 });
    expect((await one.snapshot()).clock.now).toBe('2026-03-05T09:00:00.000Z');
    expect((await other.snapshot()).clock.now).toBe('2026-03-04T09:00:00.000Z');

    const fault = await one.addFault({ path: '/public-api/v1/brief', status: 503, times: 1 });
    expect(fault).toMatchObject({ id: 1, status: 503, hits: 0 });
    expect((await briefsOf(one, 'alice-token')).status).toBe(503);
    expect((await briefsOf(one, 'alice-token')).status).toBe(200);
    expect((await briefsOf(other, 'alice-token')).status).toBe(200);
    expect((await one.requests()).map(({ status }) => status)).toEqual([503, 200]);
    expect(await one.countRequests({ status: 503 })).toBe(1);
    expect(await other.countRequests()).toBe(1);
    expect((await one.requests({ status: 503, limit: 5 })).map(({ faults }) => faults)).toEqual([[1]]);
    expect(await one.verifyRequests({ path: '/public-api/v1/brief', times: 2 })).toEqual({ count: 2, complete: true });
    await expect(one.verifyRequests({ method: 'POST' })).rejects.toThrow(
      /409: Expected at least 1 request POST, but found 0. The closest requests:\n {2}requests.\d+: GET .* method is GET, not POST/,
    );
    // @ts-expect-error: no such route
    await expect(one.addFault({ path: '/public-api/v1/breif', status: 503 })).rejects.toThrow(/400.*nearest/);
  });

  it('releases held answers, of one rule or of all', async () => {
    const { connect, mock } = await start();
    const remote = await connect();
    const { faults } = mock.sessions.get(remote.session);
    const rule = await remote.addFault({ path: '/public-api/v1/brief', hold: true });
    for (const release of [
      async () => expect(await remote.releaseFaults(rule.id)).toBe(1),
      async () => expect(await remote.releaseFaults()).toBe(1),
      () => remote.removeFault(rule.id),
    ]) {
      const answer = briefsOf(remote, 'alice-token');
      await expect.poll(() => faults.all().map(({ held }) => held)).toEqual([1]);
      await release();
      expect((await answer).status).toBe(200);
    }
    await expect(remote.releaseFaults(rule.id)).rejects.toThrow(/404.*There is no fault rule 1/);
    await expect(remote.removeFault(rule.id)).rejects.toThrow(/404.*There is no fault rule 1/);
  });

  it('applies and withdraws fault profiles', async () => {
    const { connect } = await start();
    const remote = await connect();
    expect(await remote.applyFaultProfile('offline')).toMatchObject([{ abort: true, profile: 'offline' }]);
    await expect(remote.fetch('/public-api/v1/brief')).rejects.toThrow();
    expect(await remote.withdrawFaultProfile('offline')).toHaveLength(1);
    expect((await briefsOf(remote, 'alice-token')).status).toBe(200);
    for (const name of ['offline?', 'offline#', 'offline/']) {
      await expect(remote.applyFaultProfile(name), name).rejects.toThrow(`There is no fault profile "${name}"`);
    }
  });

  it('end() ends the session', async () => {
    const { connect, mock } = await start();
    const remote = await connect({ session: 'short' });
    expect(mock.sessions.list().map(({ id }) => id)).toEqual(['short']);
    await remote.end();
    expect(mock.sessions.list()).toEqual([]);
  });

  it('connect() fails when no briefs-mock answers at the URL', async () => {
    const { server, mock } = await start();
    const gone = await createServer(mock, { port: 0 }).listen();
    const { url } = gone;
    await gone.close();
    await expect(RemoteMock.connect(url)).rejects.toThrow(
      `No briefs-mock answers at ${url}. Start one for the tests, such as with \`briefs-mock exec -- npx playwright test\`, or set \`mockServer\` to the address of a running one.`,
    );
    await expect(RemoteMock.connect('localhost:4010')).rejects.toThrow('The server must be an http(s) URL');
    await expect(RemoteMock.connect(`${server.url}/elsewhere`)).rejects.toThrow(/was answered with status 404/);
  });
});
