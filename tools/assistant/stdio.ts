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

/** Standard input and output. When the input ends, it answers the requests that it has read, and then closes. */
export class Stdio extends StdioServerTransport {
  /** Resolves when the transport has closed. */
  readonly closed: Promise<void>;
  readonly #unanswered = new Set<unknown>();
  #onClosed = () => {};
  #onAnswered = () => {};
  #closing: Promise<void> | undefined;

  constructor(...streams: ConstructorParameters<typeof StdioServerTransport>) {
    super(...streams);
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
      .then(this.#onClosed);
    return this.#closing;
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
