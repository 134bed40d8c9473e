import { createMock } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { expect, it, onTestFinished } from 'vitest';
import { connectTo } from '../support/raw-http.js';
import { readingRoom } from '../support/reading-room.js';

/** Sends the lines of a request to a server, and to the mock as a Request: status and body of both answers. */
async function both(target: string, headers: [string, string][]) {
  const mock = createMock({ scenario: readingRoom });
  const server = await createServer(mock, { port: 0 }).listen();
  onTestFinished(() => server.close());
  const connection = await connectTo(server.url);
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  connection.write(`GET ${target} HTTP/1.1\r\nHost: mock.example\r\nConnection: close\r\n${lines}\r\n`);
  const answer = await connection.ended();
  const asked = await createMock({ scenario: readingRoom }).fetch(new URL(target, 'http://mock.example'), { headers });
  return [
    { status: Number(answer.split(' ')[1]), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) },
    { status: asked.status, body: await asked.text() },
  ] as const;
}

const ann: [string, string] = ['Authorization', 'Bearer ann-token'];

it.each([
  ['a header that was sent twice', '/public-api/v1/brief', [ann, ['Authorization', 'Bearer ben-token']], 401],
  ['a target with dot segments', '/user-data/../public-api/v1/./brief', [ann], 200],
  ['a target with encoded characters', '/public-api/v1/%62rief', [ann], 200],
  ['a target with characters that a URL encodes', '/public-api/v1/brief?n="<>"', [ann], 200],
  ['a target that is a whole URL', 'http://mock.example/public-api/v1/brief', [ann], 200],
] as [string, string, [string, string][], number][])(
  'a server reads %s as a Request has it',
  async (_, target, headers, status) => {
    const [served, asked] = await both(target, headers);
    expect(served).toEqual(asked);
    expect(served.status).toBe(status);
  },
);
