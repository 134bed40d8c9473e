/** A server-sent event as a client gets it. */
export interface SentEvent {
  readonly event: string;
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for.
  readonly data: any;
}

/** Reads the server-sent events of an answer. */
export class EventReader {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = '';

  constructor(response: Response) {
    this.response = response;
    this.#reader = (response.body as ReadableStream<Uint8Array>).getReader();
  }

  /** The next block as text, without the empty line after it; undefined at the end of the stream. */
  async block(): Promise<string | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end !== -1) {
        const block = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        return block;
      }
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#text += this.#decoder.decode(value, { stream: true });
    }
  }

  /** The next event; undefined at the end of the stream. */
  async next(): Promise<SentEvent | undefined> {
    for (;;) {
      const block = await this.block();
      if (block === undefined) return undefined;
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)));
      if (fields.event !== undefined) return { event: fields.event, id: fields.id, data: JSON.parse(fields.data) };
    }
  }

  /** The next events, up to the first one with this name. */
  async until(event: string): Promise<SentEvent[]> {
    const events: SentEvent[] = [];
    for (;;) {
      const next = await this.next();
      if (next === undefined) throw new Error(`The stream ended after ${JSON.stringify(events)}`);
      events.push(next);
      if (next.event === event) return events;
    }
  }

  /** All events until the end of the stream. */
  async rest(): Promise<SentEvent[]> {
    const events: SentEvent[] = [];
    for (;;) {
      const next = await this.next();
      if (next === undefined) return events;
      events.push(next);
    }
  }

  /** Stops reading. */
  close(): Promise<void> {
    return this.#reader.cancel();
  }
}
