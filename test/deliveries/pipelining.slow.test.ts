import { createMock } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectTo } from '../support/raw-http.js';
import { readingRoom } from '../support/reading-room.js';

const APPLICATION = '/user-data/v1/application';
const FEATURES = '/user-data/v1/feature';

/** Starts a server and connects to it. The answers to `GET /application` have 1 MB, more than the buffers of a connection hold. */
async function start() {
  const mock = createMock({ scenario: readingRoom });
  mock.data.application.create({ name: 'x'.repeat(1_000_000) });
  const server = await createServer(mock, { port: 0 }).listen();
  onTestFinished(() => server.close());
  const connection = await connectTo(server.url);
  /** Resolves when the server has done what it can do without the connection. */
  const settled = async () => {
    await expect.poll(() => mock.recordsRead).toBeGreaterThan(0);
    for (let i = 0; i < 100; i++) expect((await fetch(`${server.url}/__mock/health`)).status).toBe(200);
  };
  return { mock, connection, settled };
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
const last = 'Connection: close\r\n';
const post = (path: string, value: unknown) => {
  const body = JSON.stringify(value);
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

describe('Pipelined requests', () => {
  it('wait while the client does not read the answers before them, and are then answered', async () => {
    const { mock, connection, settled } = await start();
    connection.pause();
    connection.write(get(APPLICATION).repeat(39) + get(APPLICATION, last));
    await settled();
    expect(mock.requests.count()).toBeLessThan(20);
    connection.resume();
    expect((await connection.ended()).match(/HTTP\/1\.1 200/g)).toHaveLength(40);
    expect(mock.requests.count()).toBe(40);
  });

  it('are not read while others wait', async () => {
    const { mock, connection, settled } = await start();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    mock.faults.add({ path: APPLICATION, delay_ms: 60_000, times: 1 });
    // 15 MB, more than the buffers of a connection hold.
    const long = `X-Long: ${'x'.repeat(15_000)}\r\n`;
    connection.write(get(APPLICATION) + get('/__mock/clock', long).repeat(999) + get('/__mock/clock', last));
    await settled();
    expect(connection.unsent).toBeGreaterThan(1_000_000);
    vi.advanceTimersByTime(60_000);
    expect((await connection.ended()).match(/HTTP\/1\.1 200/g)).toHaveLength(1_001);
  });

  it('are executed in order, each after the answer before it, also with bodies', async () => {
    const { mock, connection } = await start();
    mock.faults.add({ path: FEATURES, delay_ms: 20, times: 1 });
    connection.write(
      post(FEATURES, [{ name: 'A', app_id: 1 }]) + post(FEATURES, [{ name: 'B', app_id: 1 }]) + get(FEATURES, last),
    );
    const answers = (await connection.ended()).split(/(?=HTTP\/1\.1)/);
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['200', '200', '200']);
    expect(answers[2]).toMatch(/"A".*"B"/);
    expect(mock.requests.all().map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
  });

  it('that wait when the client closes the connection are not executed', async () => {
    const { mock, connection, settled } = await start();
    connection.pause();
    connection.write(get(APPLICATION).repeat(20) + post(FEATURES, [{ name: 'A', app_id: 1 }]));
    await settled();
    connection.hangUp();
    await settled();
    expect(mock.data.feature.count()).toBe(0);
  });

  it('that wait for an answer that is held back are not executed if the client closes the connection, and it is dropped', async () => {
    const { mock, connection } = await start();
    mock.faults.add({ path: APPLICATION, hold: true });
    connection.write(get(APPLICATION) + post(FEATURES, [{ name: 'A', app_id: 1 }]));
    await expect.poll(() => mock.faults.held()).toHaveLength(1);
    connection.hangUp();
    await expect.poll(() => mock.faults.held()).toHaveLength(0);
    expect(mock.data.feature.count()).toBe(0);
  });

  it.each([
    ['at once', 0],
    ['later', 20],
  ])('are not executed if the answer before them, given %s, ends the connection', async (_, delay_ms) => {
    const { mock, connection } = await start();
    mock.faults.add({ path: FEATURES, method: 'GET', delay_ms });
    // The server does not ask for the body, so it closes the connection.
    connection.write(get(FEATURES, 'Expect: 100-continue\r\n') + post(FEATURES, [{ name: 'A', app_id: 1 }]));
    expect((await connection.ended()).match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(mock.data.feature.count()).toBe(0);
    expect(mock.requests.count()).toBe(1);
  });
});
