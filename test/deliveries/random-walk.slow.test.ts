import { createMock } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { createServer } from 'briefs-mock/server';
import { setupServer } from 'msw/node';
import { expect, it } from 'vitest';
import { steps } from '../support/random-walk.js';
import { readingRoom } from '../support/reading-room.js';

/** Headers that belong to the connection and not to the answer. */
const HOP_BY_HOP = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

async function describeResponse(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const shown = [...response.headers].filter(([name]) => !HOP_BY_HOP.includes(name));
  return `${response.status} ${JSON.stringify(shown)} ${bytes.toString('latin1')}`;
}

/** Sends the requests of the walk. Returns each answer as a line, and the fingerprint last. */
async function walk(mock: ReturnType<typeof createMock>, origin: string, send: typeof fetch): Promise<string[]> {
  const lines: string[] = [];
  for (const { method, path, headers, body, clock } of steps) {
    if (clock !== undefined) mock.clock.set(clock);
    const init = { method, headers, ...(body !== undefined && { body }) };
    lines.push(`${method} ${path} → ${await send(origin + path, init).then(describeResponse, String)}`);
  }
  lines.push(mock.fingerprint());
  return lines;
}

const create = () => createMock({ scenario: readingRoom, seed: 42 });

async function walkThroughFetch(): Promise<string[]> {
  const mock = create();
  return walk(mock, 'http://mock.example', mock.fetch as typeof fetch);
}

async function walkThroughHandlers(): Promise<string[]> {
  const mock = create();
  const server = setupServer(...createHandlers(mock, { baseUrl: 'http://mock.example' }));
  server.listen({ onUnhandledRequest: 'error' });
  try {
    return await walk(mock, 'http://mock.example', fetch);
  } finally {
    server.close();
  }
}

async function walkOverTcp(): Promise<string[]> {
  const mock = create();
  const server = await createServer(mock, { port: 0 }).listen();
  try {
    return await walk(mock, server.url, fetch);
  } finally {
    await server.close();
  }
}

it('the walk gets answers of every status', async () => {
  const lines = await walkThroughFetch();
  const seen = new Set(lines.map((line) => /→ (\d+)/.exec(line)?.[1]));
  expect([...seen].filter(Boolean).sort()).toEqual(['200', '204', '401', '403', '404', '405']);
  expect(lines.filter((line) => line.includes('→ 200')).length).toBeGreaterThan(60);
});

it('the walk gets the same answers through handlers as through mock.fetch, byte for byte', async () => {
  expect(await walkThroughHandlers()).toEqual(await walkThroughFetch());
});

it('the walk gets the same answers over TCP as through mock.fetch, byte for byte', async () => {
  expect(await walkOverTcp()).toEqual(await walkThroughFetch());
});

it('a second walk gets the same answers as the first, byte for byte', async () => {
  expect(await walkThroughFetch()).toEqual(await walkThroughFetch());
});
