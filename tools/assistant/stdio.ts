import { pipeline, Transform, type Writable } from 'node:stream';
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** How long the last requests may take: a server that never answers must not keep the command running. */
const MAX_WAIT_MS = 10_000;

interface LineRefusal {
  readonly id: unknown;
  readonly code: number;
  readonly message: string;
}

/**
 * Standard input and output. Lines that are not messages, which the base class leaves out in silence, are answered with an error.
 * When the input ends, it answers the requests that it has read, and then closes.
 */
export class Stdio extends StdioServerTransport {
  /** Resolves when the transport has closed. */
  readonly closed: Promise<void>;
  readonly #lines: Transform;
  readonly #unanswered = new Set<unknown>();
  #onClosed = () => {};
  #onAnswered = () => {};
  #closing: Promise<void> | undefined;

  constructor(input: NodeJS.ReadableStream = process.stdin, output = process.stdout as Writable) {
    const lines = messageLines((refusal) => this.#refuse(refusal));
    super(lines, output);
    this.#lines = lines;
    // What goes wrong reaches the base class by the lines, which end with the input.
    pipeline(input, lines, () => {});
    this.closed = new Promise((resolve) => {
      this.#onClosed = resolve;
    });
  }

  override start(): Promise<void> {
    const deliver = this.onmessage;
    this.onmessage = (message) => {
      this.#note(message);
      deliver?.(message);
    };
    return super.start();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    try {
      await super.send(message);
    } finally {
      if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.#settle(message.id);
    }
  }

  /** Called by the base class too, when the input ends. */
  override close(): Promise<void> {
    this.#closing ??= this.#allAnswered()
      .then(() => super.close())
      .then(() => this.#lines.destroy())
      .then(this.#onClosed);
    return this.#closing;
  }

  #refuse({ id, code, message }: LineRefusal): void {
    const answer = { jsonrpc: '2.0', id, error: { code, message } };
    // An answer that cannot be written closes the transport.
    super.send(answer as JSONRPCMessage).catch(() => {});
  }

  #note(message: JSONRPCMessage): void {
    // A subscription is answered only when the transport closes.
    if (isJSONRPCRequest(message) && message.method !== 'subscriptions/listen') this.#unanswered.add(message.id);
    // A cancelled request gets no answer.
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled')
      this.#settle(message.params?.requestId);
  }

  #settle(id: unknown): void {
    this.#unanswered.delete(id);
    if (this.#unanswered.size === 0) this.#onAnswered();
  }

  async #allAnswered(): Promise<void> {
    if (this.#unanswered.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, MAX_WAIT_MS);
      this.#onAnswered = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Passes on the lines that are messages, and calls `refuse` for the others. */
function messageLines(refuse: (refusal: LineRefusal) => void): Transform {
  // Some Windows programs start a text with one, and the base class rejects such a line.
  const mark = Buffer.from('\ufeff');
  let rest = Buffer.alloc(0);
  const pass = (lines: Transform, chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      const line = rest.subarray(rest.subarray(0, mark.length).equals(mark) ? mark.length : 0, end + 1);
      rest = rest.subarray(end + 1);
      const refusal = refusalOf(line.toString().trim());
      if (refusal === undefined) lines.push(line);
      else refuse(refusal);
    }
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      pass(this, chunk);
      done();
    },
    flush(done) {
      // The last line may lack its end.
      pass(this, Buffer.from('\n'));
      done();
    },
  });
}

/** Why a line is not a message. An empty one is left out. */
function refusalOf(line: string): LineRefusal | undefined {
  if (line === '') return undefined;
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (error) {
    return { id: null, code: -32700, message: `the line is not JSON: ${(error as Error).message}` };
  }
  const kinds = [isJSONRPCRequest, isJSONRPCNotification, isJSONRPCResultResponse, isJSONRPCErrorResponse];
  if (kinds.some((isKind) => isKind(json))) return undefined;
  const { id } = { id: undefined, ...(json as object) };
  const message =
    'the line is not a message of the protocol: one object with "jsonrpc": "2.0", and "method", "result" or "error"';
  return { id: typeof id === 'string' || typeof id === 'number' ? id : null, code: -32600, message };
}
