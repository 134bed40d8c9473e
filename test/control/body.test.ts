import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeControl, openApi } from '../support/deliveries.js';
import { connectTo } from '../support/raw-http.js';

const LIMIT = 1024 * 1024;

/** A body that issues a token for Ann, padded with white space to a length in bytes. */
const ofLength = (length: number) => '{"email":"ann@reader.example"}'.padEnd(length, ' ');

describeControl('Bodies of control calls', (open) => {
  it.each([
    ['POST', '/__mock/tokens'],
    ['POST', '/__mock/data/application'],
    ['PATCH', '/__mock/data/application/1'],
  ])('X22: %s %s without a body gets 400', async (method, path) => {
    const { send } = await open();
    for (const sent of [{}, { body: '' }]) {
      const { status, json } = await send<ControlFailure>(method, path, sent);
      expect([status, json.error.code]).toEqual([400, 'malformed_data']);
    }
  });

  it.each(['{', '{"email":}', "{'email':'ann@reader.example'}", '{"email":"ann@reader.example"},', 'email=ann', 'NaN'])(
    'X5: the body %s gets 400, since it is not JSON',
    async (body) => {
      const { mock, send } = await open();
      const before = mock.fingerprint();
      const { status, json } = await send<ControlFailure>('POST', '/__mock/tokens', { body });
      expect([status, json.error.code]).toEqual([400, 'malformed_data']);
      expect(mock.fingerprint()).toBe(before);
    },
  );

  it('a body of white space only gets 400', async () => {
    const { send } = await open();
    expect((await send('POST', '/__mock/tokens', { body: ' \n ' })).status).toBe(400);
  });

  it.each([
    ['a lone continuation byte', [0x80]],
    ['a truncated character', [0xe2, 0x82]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['an overlong encoding', [0xc0, 0xaf]],
  ])('X5: a body with %s gets 400, since it is not UTF-8', async (_, bytes) => {
    const { mock, send } = await open();
    const before = mock.fingerprint();
    const text = new TextEncoder();
    const body = new Uint8Array([...text.encode('{"name":"'), ...bytes, ...text.encode('"}')]);
    const { status, json } = await send<ControlFailure>('POST', '/__mock/data/application', { body });
    expect([status, json.error.code]).toEqual([400, 'malformed_data']);
    expect(mock.fingerprint()).toBe(before);
  });

  it('a text is stored with every character that JSON can encode', async () => {
    const { send } = await open();
    const name = 'Ångström 🚀 \u0000 \ud800 "\\ \u2028';
    const { json } = await send<{ data: { name: string } }>('POST', '/__mock/data/application', { body: { name } });
    expect(json.data.name).toBe(name);
  });

  it.each([null, 'text/plain', 'application/x-www-form-urlencoded'])(
    'X16: a body with the content type %s is parsed as JSON',
    async (type) => {
      const { send } = await open();
      const sent = { headers: { 'content-type': type }, body: { email: 'ann@reader.example' } };
      expect((await send('POST', '/__mock/tokens', sent)).status).toBe(200);
    },
  );

  it.each([null, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'text/json'])(
    'X16: with requireContentType, a body with the content type %s gets 415',
    async (type) => {
      const { mock, send } = await open({ behavior: { requireContentType: true } });
      const before = mock.fingerprint();
      const sent = { headers: { 'content-type': type }, body: { email: 'ann@reader.example' } };
      const { status, json } = await send<ControlFailure>('POST', '/__mock/tokens', sent);
      expect([status, json.error.code]).toEqual([415, 'unsupported_media_type']);
      expect(mock.fingerprint()).toBe(before);
    },
  );

  it.each(['application/json', 'application/json;charset=UTF-8', 'Application/JSON', 'application/problem+json'])(
    'X16: with requireContentType, a body with the content type %s is accepted',
    async (type) => {
      const { send } = await open({ behavior: { requireContentType: true } });
      const sent = { headers: { 'content-type': type }, body: { email: 'ann@reader.example' } };
      expect((await send('POST', '/__mock/tokens', sent)).status).toBe(200);
    },
  );

  it.each(['gzip', 'br', 'gzip, identity', 'aws-chunked', 'identityidentity'])(
    'a body with the content encoding %s gets 415, with the accepted encoding',
    async (encoding) => {
      const { mock, send } = await open();
      const before = mock.fingerprint();
      const headers = { 'content-encoding': encoding };
      for (const body of [gzipSync('{"email":"ann@reader.example"}'), { email: 'ann@reader.example' }]) {
        const {
          status,
          json,
          headers: answered,
        } = await send<ControlFailure>('POST', '/__mock/tokens', { headers, body });
        expect([status, json.error.code, answered.get('accept-encoding')]).toEqual([
          415,
          'unsupported_media_type',
          'identity',
        ]);
        expect(json.error.message).toBe(
          `The mock does not decode request bodies, but the header Content-Encoding is "${encoding}"; send the body without encoding, and without this header`,
        );
      }
      expect(mock.fingerprint()).toBe(before);
    },
  );

  it.each(['identity', 'Identity', ''])('a body with the content encoding %j is accepted', async (encoding) => {
    const { send } = await open();
    const sent = { headers: { 'content-encoding': encoding }, body: { email: 'ann@reader.example' } };
    expect((await send('POST', '/__mock/tokens', sent)).status).toBe(200);
  });

  it('X5: a body of 1 MiB is accepted, and one byte more gets 413', async () => {
    const { mock, send } = await open();
    expect((await send('POST', '/__mock/tokens', { body: ofLength(LIMIT) })).status).toBe(200);
    const before = mock.fingerprint();
    const { status, json } = await send<ControlFailure>('POST', '/__mock/tokens', { body: ofLength(LIMIT + 1) });
    expect([status, json.error.code]).toEqual([413, 'payload_too_large']);
    expect(mock.fingerprint()).toBe(before);
  });

  it('X5: a body that is too large and not JSON gets 413, not 400', async () => {
    const { send } = await open();
    expect((await send('POST', '/__mock/tokens', { body: '{'.padEnd(LIMIT + 1, '[') })).status).toBe(413);
  });

  it('X5: a body may contain a text of 10 million characters if its limit allows that', async () => {
    const { send } = await open();
    const sent = { body: { text: 'x'.repeat(10_000_000) } };
    const { status, json } = await send<ControlFailure>('POST', '/__mock/restore', sent);
    expect([status, json.error.message]).toEqual([400, expect.not.stringContaining('JSON')]);
  });

  it('X5: the limit counts bytes, not characters', async () => {
    const { send } = await open();
    const body = JSON.stringify({ email: 'é'.repeat(LIMIT / 2) });
    expect(body.length).toBeLessThan(LIMIT);
    expect((await send('POST', '/__mock/tokens', { body })).status).toBe(413);
  });
});

describe('Bodies sent over TCP', () => {
  const start = async () => {
    const { url, mock } = await openApi('tcp');
    const head = `POST /__mock/tokens HTTP/1.1\r\nHost: ${new URL(url).host}\r\n`;
    return { mock, head, connection: await connectTo(url) };
  };

  it('X5: a Content-Length over the limit gets 413 before any of the body is sent', async () => {
    const { head, connection } = await start();
    connection.write(`${head}Content-Length: ${LIMIT + 1}\r\n\r\n`);
    const answer = await connection.received('payload_too_large');
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each([
    ['POST /__mock/tokens', `Content-Length: ${LIMIT + 1}`, '413'],
    ['POST /public-api/v1/nothing', 'Content-Length: 2', '404'],
    ['POST /__mock/tokens', 'Content-Length: 2', '100'],
  ])(
    'X5: a client that expects 100-continue gets it only if the body is read: %s, %s',
    async (target, length, status) => {
      const { url } = await openApi('tcp');
      const connection = await connectTo(url);
      connection.write(`${target} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nExpect: 100-continue\r\n${length}\r\n\r\n`);
      expect((await connection.received('\r\n\r\n')).slice(9, 12)).toBe(status);
    },
  );

  it('X5: an endless chunked body gets 413 as soon as it exceeds the limit', async () => {
    const { head, connection } = await start();
    connection.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    for (let sent = 0; sent <= LIMIT; sent += 0x10000) connection.write(chunk);
    const answer = await connection.received('payload_too_large');
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each([
    ['POST', '/__mock/tokens', 413],
    ['POST', '/public-api/v1/nothing', 404],
    ['PUT', '/__mock/snapshots/kept', 200],
  ])(
    'X5: a chunked body of 5 MB to %s %s always gets %i, and the connection can be used again',
    async (method, path, status) => {
      const { url } = await openApi('tcp');
      const { host } = new URL(url);
      const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
      for (let n = 0; n < 4; n++) {
        const connection = await connectTo(url);
        connection.write(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n`);
        for (let i = 0; i < 80; i++) connection.write(chunk);
        // A client that writes its whole request before it reads the answer.
        connection.pause();
        connection.write(`0\r\n\r\nGET /__mock/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
        connection.resume();
        const answers = await connection.ended();
        expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 200']);
      }
    },
  );

  it('X5: fetch gets 413 for a chunked body of 5 MB', async () => {
    const { url } = await openApi('tcp');
    for (let n = 0; n < 8; n++) {
      const body = new Blob([new Uint8Array(5_000_000)]).stream();
      const answer = await fetch(`${url}/__mock/tokens`, { method: 'POST', body, duplex: 'half' } as RequestInit);
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({ error: { code: 'payload_too_large' } });
    }
  });

  it('X5: a body without end gets 413, and the connection is closed in the end', async () => {
    const { head, connection } = await start();
    connection.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
    const chunk = `100000\r\n${' '.repeat(0x100000)}\r\n`;
    for (let i = 0; i < 80; i++) connection.write(chunk);
    expect(await connection.ended()).toMatch(/^HTTP\/1\.1 413 .*payload_too_large/s);
  });

  it('a chunked body is read to its end', async () => {
    const { mock, head, connection } = await start();
    connection.write(`${head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n`);
    for (const part of ['{"email":', '"ben@reader', '.example"}']) {
      connection.write(`${part.length.toString(16)}\r\n${part}\r\n`);
    }
    connection.write('0\r\n\r\n');
    const answer = await connection.ended();
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('"email":"ben@reader.example"');
    expect(mock.data.access_token.count()).toBe(5);
  });

  it('an incomplete body writes nothing, and the server answers the next request', async () => {
    const { url, mock, send } = await openApi('tcp');
    const before = mock.fingerprint();
    const connection = await connectTo(url);
    connection.write(
      `POST /__mock/tokens HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Length: 30\r\n\r\n{"email":`,
    );
    connection.hangUp();
    await connection.ended();
    expect((await send('GET', '/__mock/health')).status).toBe(200);
    expect(mock.fingerprint()).toBe(before);
  });
});
