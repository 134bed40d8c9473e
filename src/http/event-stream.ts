import type { EventSource, ServerEvent } from '../protocol/event-source.js';
import type { RequestData } from '../protocol/request-data.js';

/** The maximum number of events that wait for a client. Beyond it, one event says that events were lost. */
export const QUEUE_LIMIT = 1000;

/** The time in milliseconds after which a comment is sent: proxies close connections on which nothing happens. */
const HEARTBEAT = 15_000;

export const eventStreamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Otherwise nginx would collect events before it sends them.
  'x-accel-buffering': 'no',
};

/**
 * The body that sends the events of a source, until it ends, or the client aborts the request or cancels the body. Keeps the
 * request, because its signal follows that of the client only as long as the request is in memory.
 */
export function eventStreamBody(source: EventSource, request: Pick<RequestData, 'signal'>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  /** What the client has not read yet, besides the chunk that the stream itself keeps. */
  let queue: string[] = [];
  let stop = () => {};

  function flush(controller: ReadableStreamDefaultController<Uint8Array>) {
    if (queue.length === 0) return;
    const text = queue.join('');
    // Before the next line, which may call this function again.
    queue = [];
    controller.enqueue(encoder.encode(text));
  }

  function start(controller: ReadableStreamDefaultController<Uint8Array>) {
    const write = (text: string) => {
      if (queue.length === QUEUE_LIMIT) queue = [textOf(source.missed)];
      queue.push(text);
      if ((controller.desiredSize ?? 0) > 0) flush(controller);
    };
    const end = () => {
      stop();
      flush(controller);
      controller.close();
    };
    const abort = () => {
      stop();
      // Later: when a connection is closed, the server aborts the request and then cancels the body, which is not an error.
      void Promise.resolve().then(() => controller.error(request.signal.reason));
    };
    const heartbeat = setInterval(() => {
      if (queue.length === 0) write(':\n\n');
    }, HEARTBEAT);
    // Otherwise the timer would keep a Node process alive.
    heartbeat.unref?.();
    const close = source.open((event) => write(textOf(event)), end);
    stop = () => {
      clearInterval(heartbeat);
      request.signal.removeEventListener('abort', abort);
      close();
    };
    // So that a client that gets no event also knows where it started.
    write(`id: ${source.id}\n\n`);
    if (request.signal.aborted) abort();
    else request.signal.addEventListener('abort', abort);
  }

  return new ReadableStream({ start, pull: flush, cancel: () => stop() });
}

/** JSON contains no line breaks. */
function textOf({ event, data, id }: ServerEvent): string {
  return `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
