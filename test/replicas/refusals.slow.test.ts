import { createMock } from 'briefs-mock';
import { createServer, type ServerOptions } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MemoryStore } from '../support/memory-log.js';
import { office } from '../support/user-data-office.js';

const MEGABYTE = 1024 * 1024;
const json = { 'content-type': 'application/json' };
const users = '/user-data/v1/user';

async function serverOf(options: ServerOptions) {
  const server = createServer(createMock({ scenario: office }), { port: 0, ...options });
  await server.listen();
  onTestFinished(() => server.close());
  return server.url;
}

/** Three servers of one store. */
async function start(options: ServerOptions) {
  const store = new MemoryStore();
  const urls: string[] = [];
  for (let i = 0; i < 3; i++) urls.push(await serverOf({ ...options, store: store.connect() }));
  return { store, urls };
}

/** The bytes that were ever appended. */
function sizeOf({ history }: MemoryStore): number {
  return history
    .map(
      ({ commands, bodies }) => JSON.stringify(commands).length + bodies.reduce((sum, { length }) => sum + length, 0),
    )
    .reduce((sum, length) => sum + length, 0);
}

/** A body of a number of megabytes, whose length is unknown. */
function inParts(megabytes: number): ReadableStream<Uint8Array> {
  let left = megabytes;
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(new Uint8Array(MEGABYTE).fill(0xff));
      else controller.close();
    },
  });
}

const bodies = {
  'at once': (megabytes: number): RequestInit => ({ body: new Uint8Array(megabytes * MEGABYTE).fill(1) }),
  'in parts': (megabytes: number): RequestInit => ({ body: inParts(megabytes), duplex: 'half' }) as RequestInit,
};

const refused = [
  {
    what: 'without the control token',
    options: { control: { token: 'c0ntrol' } },
    path: '/__mock/restore',
    status: 401,
  },
  {
    what: 'without the control token, where no route is',
    options: { control: { token: 'c0ntrol' } },
    path: '/__mock/nothing/restore',
    status: 401,
  },
  { what: 'if the control API is off', options: { control: false }, path: '/__mock/restore', status: 404 },
  { what: 'in a demo', options: { visitors: true }, path: '/__mock/snapshots/a/restore', status: 404 },
] as const;

const unread = ['/user-data/v1/__mock/restore', '/__mock/nothing/restore', '/nowhere/__mock/restore'];

describe.each(Object.entries(bodies))('A large body that is sent %s', (_, bodyOf) => {
  it.each(refused)('is neither read nor appended $what', async ({ options, path, status }) => {
    const { store, urls } = await start(options);
    for (const url of urls) {
      const response = await fetch(url + path, { method: 'POST', headers: json, ...bodyOf(20) });
      expect(response.status).toBe(status);
      await response.text();
    }
    expect(store.history.flatMap(({ commands }) => commands)).toEqual([]);
    const { data } = await (await fetch(`${urls[0]}${users}`)).json();
    expect(data.length).toBeGreaterThan(0);
  });

  it.each(unread)('is neither read nor appended where no route reads it: %s', async (path) => {
    const { store, urls } = await start({});
    const single = await serverOf({});
    for (const url of [...urls, single]) {
      const response = await fetch(url + path, { method: 'POST', headers: json, ...bodyOf(20) });
      expect(response.status).toBe(404);
      await response.text();
    }
    expect(sizeOf(store)).toBeLessThan(10_000);
  });

  it('is not appended if it exceeds the 64 MiB that a snapshot may have', async () => {
    const { store, urls } = await start({});
    const response = await fetch(`${urls[0]}/__mock/restore`, { method: 'POST', headers: json, ...bodyOf(65) });
    expect(response.status).toBe(413);
    expect((await response.json()).error.message).toContain('larger than the limit of 67108864 bytes');
    expect(sizeOf(store)).toBeLessThan(10_000);
  });

  it('is not appended if it is not JSON', async () => {
    const { store, urls } = await start({});
    const single = await serverOf({});
    const answerOf = async (url: string) => {
      const response = await fetch(`${url}/__mock/restore`, { method: 'POST', headers: json, ...bodyOf(2) });
      return [response.status, await response.json()];
    };
    const expected = await answerOf(single);
    expect(expected[0]).toBe(400);
    for (const url of urls) expect(await answerOf(url)).toEqual(expected);
    expect(sizeOf(store)).toBe(0);
  });

  it('is not appended if it exceeds the limit of its route', async () => {
    const { store, urls } = await start({});
    for (const url of urls) {
      const response = await fetch(url + users, { method: 'POST', headers: json, ...bodyOf(3) });
      expect([response.status, (await response.json()).error.code]).toEqual([413, 'payload_too_large']);
    }
    expect(sizeOf(store)).toBeLessThan(10_000);
  });
});

describe('A refused control call', () => {
  it('is answered as a single server answers it, and leaves the sessions alone', async () => {
    const options = { control: { token: 'c0ntrol', corsOrigin: ['https://app.example'] } };
    const { urls } = await start(options);
    const single = await serverOf(options);
    const ask = async (url: string, init: RequestInit) => {
      const response = await fetch(`${url}/__mock/health`, {
        ...init,
        headers: { ...init.headers, 'x-mock-session': 'a' },
      });
      const headers = [...response.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name));
      return { status: response.status, headers, body: await response.text() };
    };
    const inits = [
      {},
      { headers: { origin: 'https://app.example' } },
      { headers: { origin: 'https://evil.example', authorization: 'Bearer c0ntrol' } },
      { method: 'OPTIONS', headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' } },
    ];
    for (const init of inits) {
      const expected = await ask(single, init);
      for (const url of urls) expect(await ask(url, init)).toEqual(expected);
    }
    const list = await fetch(`${urls[0]}/__mock/sessions`, { headers: { authorization: 'Bearer c0ntrol' } });
    expect((await list.json()).data).toEqual([]);
  });
});

describe('A body', () => {
  const bytes = { 'control characters': 1, 'bytes that are not UTF-8': 0xff };

  it.each(Object.entries(bytes))('of %s is appended as it is', async (_, byte) => {
    const { store, urls } = await start({});
    const single = await serverOf({});
    const length = 500_000;
    const send = async (url: string) => {
      const body = new Uint8Array(length).fill(byte);
      const response = await fetch(url + users, { method: 'POST', headers: json, body });
      return [response.status, await response.json()];
    };
    const [status, { error }] = await send(single);
    const answers = await Promise.all(urls.map(send));
    for (const answer of answers) expect(answer).toEqual([status, expect.objectContaining({ error })]);
    expect(status).toBe(400);
    expect(sizeOf(store) - 3 * length).toBeLessThan(2_000);
  });
});

describe('A broadcast', () => {
  it('with more than 100,000 rows in all sessions together gets 413, and is not appended', async () => {
    const { store, urls } = await start({});
    const [url] = urls;
    for (let i = 0; i < 20; i++) {
      const body = JSON.stringify({ id: `s${i}` });
      expect((await fetch(`${url}/__mock/sessions`, { method: 'POST', headers: json, body })).status).toBe(200);
    }
    const before = store.history.length;
    const send = async (rows: number) => {
      const people = Array.from({ length: rows }, (_, i) => ({
        fname: 'Bo',
        lname: 'Ek',
        email: `bo-${i}@acme.example`,
      }));
      const init = { method: 'POST', headers: json, body: JSON.stringify(people) };
      const response = await fetch(`${url}/__mock/data/user?sessions=s*`, init);
      return { status: response.status, body: await response.json() };
    };
    const { status, body } = await send(5_001);
    expect([status, body.error.code]).toEqual([413, 'payload_too_large']);
    expect(body.error.message).toBe(
      'The body has 5001 rows for each of the 20 sessions that match "s*", which is 100020 rows; the limit is 100000. Send fewer rows, or name fewer sessions',
    );
    expect(store.history).toHaveLength(before);
    expect((await send(2)).status).toBe(200);
  });
});
