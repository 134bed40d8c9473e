import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { createProxyServer } from 'httpxy';
import type { Exchange } from '../../tools/conform/index.js';
import { secretsIn, tokenIn } from '../../tools/conform/traffic/exchange.js';
import { connectionProblem } from '../foundation/connection-problem.js';
import { machineTime } from '../foundation/machine.js';
import { KEEP_ALIVE } from '../server/keep-alive.js';

/** Headers of the connection to the server, which are not passed on. Node sets those of the other connection. */
const hopByHop = ['connection', 'keep-alive', 'proxy-authenticate', 'trailer', 'upgrade'];

/** How long running requests may take when the proxy stops, in milliseconds. */
const DRAIN = 5000;

/** The largest body that is compared, in bytes. */
const BODY_LIMIT = 64 * 1024 * 1024;

/** By the name in the header `Content-Encoding`. */
const decoders = new Map<string, (bytes: Buffer, limits: { maxOutputLength: number }) => Promise<Buffer>>([
  ['identity', async (bytes) => bytes],
  ['gzip', promisify(gunzip)],
  // The same, by its old name.
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

export interface RecordingProxyOptions {
  /** The URL of the server to which the requests are passed on. */
  readonly target: string;
  readonly port: number;
  /** Whether a request can change something; undefined if it need not be recorded. */
  readonly writes: (method: string, url: string) => boolean | undefined;
  readonly onExchange: (exchange: Exchange) => void;
  /** Called when the server does not answer. */
  readonly onUnanswered: (message: string) => void;
  /** Called when an exchange cannot be compared. */
  readonly onUncompared: (message: string) => void;
}

export interface RecordingProxy {
  readonly url: string;
  /** Resolves when the running requests have ended and were recorded, or after five seconds. */
  close(): Promise<void>;
}

interface Running {
  readonly entry: number;
  readonly at: string;
  readonly url: string;
  readonly writes: boolean;
  isConcurrent: boolean;
  /** The parts of the body that have passed. */
  readonly sent: Buffer[];
}

/** Records the requests that pass, in the order in which they end. */
class ProxyTraffic {
  readonly #options: RecordingProxyOptions;
  readonly #running = new Map<IncomingMessage, Running>();
  readonly #bodies = new Set<Promise<void>>();
  #entries = 0;
  #written = Promise.resolve();

  constructor(options: RecordingProxyOptions) {
    this.#options = options;
  }

  /** Resolves when the answers so far were decoded and passed on. */
  get written(): Promise<void> {
    return this.#written;
  }

  /** Returns where the parts of the body are collected; undefined if the request is not recorded. */
  begin(request: IncomingMessage): Buffer[] | undefined {
    const url = this.#options.target + (request.url ?? '/');
    const writes = this.#options.writes(request.method ?? 'GET', url);
    if (writes === undefined) return undefined;
    const others = [...this.#running.values()];
    const isConcurrent = others.some((other) => other.writes);
    const sent: Buffer[] = [];
    this.#running.set(request, { entry: ++this.#entries, at: machineTime(), url, writes, isConcurrent, sent });
    if (writes) for (const other of others) other.isConcurrent = true;
    return sent;
  }

  /** Reads the body of an answer while it passes. */
  read(request: IncomingMessage, answer: IncomingMessage): void {
    if (!this.#running.has(request)) return;
    const body = bytesOf(answer).then(
      (bytes) => this.end(request, answer, bytes),
      // The server closed the connection in the middle of the answer.
      () => this.end(request),
    );
    this.#bodies.add(body);
    void body.finally(() => this.#bodies.delete(body));
  }

  /** Without an answer, the request was not answered. */
  end(request: IncomingMessage, answer?: IncomingMessage, bytes?: Buffer): void {
    const found = this.#running.get(request);
    if (found === undefined) return;
    this.#running.delete(request);
    this.#written = this.#written
      .then(() => this.#passOn(found, request, answer, bytes))
      // The other exchanges are still compared.
      .catch((error: Error) => this.#options.onUncompared(`${nameOf(request)} cannot be compared: ${error.message}`));
  }

  async #passOn(found: Running, request: IncomingMessage, answer?: IncomingMessage, bytes?: Buffer): Promise<void> {
    const { writes: _, sent, ...exchange } = found;
    const encoding = answer?.headers['content-encoding'];
    const body = bytes && (await decoded(bytes, encoding));
    if (answer !== undefined && body === undefined) {
      const reason = bytes === undefined ? 'it is too long' : `it cannot be decoded (${encoding})`;
      this.#options.onUncompared(`the body that answers ${nameOf(request)} cannot be compared: ${reason}`);
    }
    this.#options.onExchange({
      ...exchange,
      method: request.method ?? 'GET',
      token: tokenIn(request.headers.authorization),
      secrets: secretsIn(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      sent: sent.length === 0 ? undefined : await decoded(Buffer.concat(sent), request.headers['content-encoding']),
      status: answer?.statusCode ?? 0,
      contentType: answer?.headers['content-type'] ?? null,
      link: answer?.headers.link === undefined ? null : String(answer.headers.link),
      body,
      isCached: false,
    });
  }

  /** Resolves when the bodies of the answers that are passing were read. */
  async allRead(): Promise<void> {
    await Promise.all(this.#bodies);
  }
}

/**
 * Starts a proxy on the loopback interface that passes on everything, and records the requests and their answers. Only the encodings
 * of which it can read no body are left out of `Accept-Encoding`.
 */
export async function startRecordingProxy(options: RecordingProxyOptions): Promise<RecordingProxy> {
  const { target, port, onUnanswered } = options;
  const proxy = createProxyServer({ target, changeOrigin: true });
  const traffic = new ProxyTraffic(options);

  const lost = (request: IncomingMessage, reason: string) => {
    traffic.end(request);
    const message = `${nameOf(request)} was not answered by ${target}: ${reason}`;
    onUnanswered(message);
    return message;
  };
  proxy.on('proxyRes', (answer, request, response) => {
    for (const name of hopByHop) delete answer.headers[name];
    traffic.read(request, answer);
    answer.once('error', () => {
      // Otherwise the client did not wait for it.
      if (!response.destroyed) lost(request, 'it closed the connection in the middle of the answer');
    });
  });

  const answering = new Set<ServerResponse>();
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE }, (request, response) => {
    const { headers } = request;
    if (headers['accept-encoding'] !== undefined) headers['accept-encoding'] = readable(headers['accept-encoding']);
    const sent = traffic.begin(request);
    answering.add(response);
    response.on('close', () => {
      answering.delete(response);
      if (!response.writableFinished) traffic.end(request);
    });
    const body = sent && request.method === 'PUT' ? { buffer: request.pipe(collecting(sent)) } : {};
    proxy.web(request, response, body).catch((error: Error) => {
      const message = lost(request, connectionProblem(error));
      if (response.headersSent) return void response.destroy();
      response.writeHead(502, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code: 'bad_gateway', message } }));
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeIdleConnections();
      const answered = Promise.all(Array.from(answering, (response) => once(response, 'close')));
      const ended = answered.then(() => traffic.allRead());
      await Promise.race([ended, setTimeout(DRAIN, undefined, { ref: false })]);
      await traffic.written;
      server.closeAllConnections();
    },
  };
}

/** The request in messages, without its query, which may have secrets. */
function nameOf({ method, url }: IncomingMessage): string {
  return `${method} ${url?.split('?')[0]}`;
}

/** Passes on a body, and keeps its parts, unless they are too long. */
function collecting(parts: Buffer[]): Transform {
  let size = 0;
  return new Transform({
    transform(part: Buffer, _, done) {
      size += part.length;
      if (size <= BODY_LIMIT) parts.push(part);
      else parts.length = 0;
      done(null, part);
    },
  });
}

/** The body as it was sent; undefined if it is too long. */
async function bytesOf(answer: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  answer.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= BODY_LIMIT) chunks.push(chunk);
    else chunks.length = 0;
  });
  await finished(answer);
  return size <= BODY_LIMIT ? Buffer.concat(chunks) : undefined;
}

/** The part of an `Accept-Encoding` header that names encodings that can be decoded. */
function readable(accepted: string): string {
  const isKnown = (one: string) => decoders.has(one.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  return accepted.split(',').filter(isKnown).join(',').trim() || 'identity';
}

/** Undefined if the body cannot be decoded, or is too long. */
async function decoded(bytes: Buffer, encoding = 'identity'): Promise<string | undefined> {
  let rest = bytes;
  // The last one was applied last.
  for (const name of encoding.toLowerCase().split(',').toReversed()) {
    const decode = decoders.get(name.trim());
    const decodedOnce = await decode?.(rest, { maxOutputLength: BODY_LIMIT }).catch(() => undefined);
    if (decodedOnce === undefined) return undefined;
    rest = decodedOnce;
  }
  // Without a byte order mark, as `fetch` reads it.
  return new TextDecoder().decode(rest);
}
