import { bytesIn } from '../foundation/bytes-in.js';
import { mapSteps } from '../foundation/in-slices.js';
import { version } from '../foundation/version.js';
import { encodedPath } from './encoded-path.js';
import { bodyTextOf, type JournalEntry } from './journal-entry.js';

/** The requests of a journal as HAR 1.2, which the tools of browsers open, one in each step; `serverUrl` is what comes before their paths. */
export function* harSteps(requests: readonly JournalEntry[], serverUrl: string) {
  const entries = yield* mapSteps(requests, (entry) => toHarEntry(entry, serverUrl));
  return { log: { version: '1.2', creator: { name: 'briefs-mock', version }, entries } };
}

function toHarEntry(entry: JournalEntry, serverUrl: string) {
  const { wall_time, duration_ms, method, path, query, status, reason } = entry;
  const queryString = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => ({ name, value })),
  );
  const url = new URL(serverUrl + encodedPath(path));
  for (const { name, value } of queryString) url.searchParams.append(name, value);
  const sent = entry.request && bodyTextOf(entry.request);
  const answered = entry.response && bodyTextOf(entry.response);
  return {
    startedDateTime: startOf(wall_time, duration_ms),
    time: duration_ms,
    request: {
      method,
      url: url.href,
      queryString,
      ...messageOf(entry.request, sent),
      ...(sent !== undefined && { postData: { mimeType: typeOf(entry.request), text: sent } }),
    },
    response: {
      // 0 if the connection was broken.
      status,
      statusText: '',
      ...messageOf(entry.response, answered),
      content: {
        // The journal cuts long bodies off, and loses old ones.
        size: entry.response === undefined || entry.response.cut ? -1 : sizeOf(answered),
        mimeType: typeOf(entry.response),
        ...(answered !== undefined && { text: answered }),
      },
      redirectURL: '',
    },
    cache: {},
    timings: { send: 0, wait: duration_ms, receive: 0 },
    ...(reason !== undefined && { comment: reason }),
  };
}

function messageOf(message: JournalEntry['request'], text: string | undefined) {
  const headers = Object.entries(message?.headers ?? {}).map(([name, value]) => ({ name, value }));
  // -1: unknown.
  return { httpVersion: 'HTTP/1.1', cookies: [], headers, headersSize: -1, bodySize: sizeOf(text) };
}

function typeOf(message: JournalEntry['request']): string {
  return message?.headers['content-type'] ?? 'application/octet-stream';
}

/** The start in whole milliseconds, before the exact one: a request that ended after another must not seem to end before it. */
function startOf(end: string, duration: number): string {
  return new Date(Math.ceil(Date.parse(end) - duration) - 1).toISOString();
}

/** In bytes. */
function sizeOf(text: string | undefined): number {
  return text === undefined ? 0 : bytesIn(text);
}
