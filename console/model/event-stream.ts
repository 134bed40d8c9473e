import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import type { ControlApi } from './control-api.js';

/** Connects to `GET /__mock/events`. With `lastId`, the events since then come first. @throws ControlError */
export async function openEvents(
  api: ControlApi,
  signal: AbortSignal,
  lastId = '',
): Promise<ReadableStreamDefaultReader<EventSourceMessage>> {
  const headers: HeadersInit = lastId === '' ? {} : { 'last-event-id': lastId };
  const { body } = await api.open('/__mock/events', { signal, headers });
  const bytes = body as ReadableStream<Uint8Array<ArrayBuffer>>;
  return bytes.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
}
