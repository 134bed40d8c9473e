import { connect } from 'node:net';
import type { Dice } from './fuzz-dice.js';
import type { FuzzRequest } from './fuzz-requests.js';

/** Longer than a server keeps a connection, in milliseconds. It ends what hangs. */
const LONGEST = 60_000;

/** Sends bytes on a new connection, and resolves to everything that the server sends until it ends the connection. */
export function exchange(url: string, bytes: Uint8Array): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname);
    socket.setEncoding('latin1');
    socket.setTimeout(LONGEST, () => {
      reject(new Error(`The server did not end the connection within ${LONGEST / 1000} s`));
      socket.destroy();
    });
    socket.on('data', (chunk) => {
      text += chunk;
    });
    // A server may reset the connection after rejecting a body. Only the data received before matters.
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
    socket.end(bytes);
  });
}

const HEAD = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/;

/** The answers that a connection received. @throws Error if they are not whole HTTP responses. */
export function answersIn(received: string): { readonly status: number; readonly text: string }[] {
  const answers = [];
  for (let rest = received; rest !== ''; ) {
    const [head, status] = HEAD.exec(rest) ?? [];
    if (head === undefined) throw new Error(`This is not the head of an HTTP response: ${rest.slice(0, 500)}`);
    const body = rest.slice(head.length);
    const length = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1] ?? 0);
    // The answer to a HEAD request has no body.
    const text = body.startsWith('HTTP/1.1 ') ? '' : body.slice(0, length);
    if (text.length < length && text !== '') throw new Error(`The body has ${text.length} of ${length} bytes: ${text}`);
    answers.push({ status: Number(status), text });
    rest = body.slice(text.length);
  }
  return answers;
}

/** The bytes of requests on one connection, in which a few things are changed. */
export function mutated(requests: readonly FuzzRequest[], dice: Dice): Buffer {
  let bytes: Buffer = Buffer.concat(requests.map((request) => bytesOf(request, dice)));
  const count = dice.pick([0, 1, 1, 1, 2, 5]);
  for (let n = 0; n < count; n++) bytes = mutatedOnce(bytes, dice);
  return bytes;
}

/** Lines that contradict other headers, or are invalid. */
const LINES = [
  ...['Host: other.example', 'Host: a b', 'Content-Length: 5', 'Content-Length: -1', 'Content-Length: 99999999999'],
  ...['Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked', 'Connection: close', 'Connection: upgrade'],
  ...[
    'Expect: 100-continue',
    'Expect: x',
    'Upgrade: websocket',
    'X: \x00',
    ': empty',
    ' folded',
    `X: ${'x'.repeat(20_000)}`,
  ],
];
const TOKENS = [
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  '\x00',
  '0\r\n\r\n',
  'ffffffffffffffff\r\n',
  ' HTTP/1.0',
  ' HTTP/2.0',
  '%',
  '"',
  '[[[',
];

function mutatedOnce(bytes: Buffer, dice: Dice): Buffer {
  const at = dice.below(bytes.length + 1);
  const insert = (place: number, text: string) =>
    Buffer.concat([bytes.subarray(0, place), Buffer.from(text, 'latin1'), bytes.subarray(place)]);
  switch (dice.below(6)) {
    case 0: {
      const changed = Buffer.from(bytes);
      if (at < bytes.length) changed[at] = dice.below(256);
      return changed;
    }
    case 1:
      return insert(at, dice.pick(TOKENS));
    case 2:
      return bytes.subarray(0, at);
    case 3:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + dice.below(20))]);
    case 4: {
      const end = bytes.indexOf('\r\n');
      return end < 0 ? bytes : insert(end + 2, `${dice.pick(LINES)}\r\n`);
    }
    default: {
      const end = bytes.indexOf('\r\n\r\n');
      // Repeats a part of the head.
      return end < 0 ? bytes : insert(end, bytes.subarray(dice.below(end), end).toString('latin1'));
    }
  }
}

function bytesOf({ method, path, headers, body = '' }: FuzzRequest, dice: Dice): Buffer {
  const content = Buffer.from(body);
  const chunked = content.length > 0 && dice.chance(0.3);
  const lines = Object.entries({
    Host: 'localhost',
    ...headers,
    ...(chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': content.length }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  return Buffer.concat([head, chunked ? inChunks(content, dice) : content]);
}

function inChunks(content: Buffer, dice: Dice): Buffer {
  const middle = dice.below(content.length);
  const chunks = [content.subarray(0, middle), content.subarray(middle)].filter(({ length }) => length > 0);
  const parts = chunks.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}
