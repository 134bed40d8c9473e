import { mapSteps, type Steps } from '../foundation/in-slices.js';
import { version } from '../foundation/version.js';
import { encodedPath } from './encoded-path.js';
import type { JournalEntry } from './journal-entry.js';

interface Header {
  readonly name: string;
  readonly value: string;
}

interface HarMessage {
  readonly httpVersion: string;
  readonly cookies: readonly [];
  readonly headers: readonly Header[];
  /** -1: unknown. */
  readonly headersSize: -1;
  readonly bodySize: number;
}

interface HarEntry {
  readonly startedDateTime: string;
  /** In milliseconds. */
  readonly time: number;
  readonly request: HarMessage & {
    readonly method: string;
    readonly url: string;
    readonly queryString: readonly Header[];
    readonly postData?: { readonly mimeType: string; readonly text: string };
  };
  readonly response: HarMessage & {
    /** 0 if the connection was broken. */
    readonly status: number;
    readonly statusText: string;
    readonly content: { readonly size: number; readonly mimeType: string; readonly text?: string };
    readonly redirectURL: string;
  };
  readonly cache: Readonly<Record<never, never>>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  /** Why the request failed. */
  readonly comment?: string;
}

/** Requests in the format HTTP Archive 1.2, which the tools of browsers open. */
export interface Har {
  readonly log: {
    readonly version: '1.2';
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly HarEntry[];
  };
}

/** The requests of a journal as HAR, one in each step; `origin` is that of their URLs. */
export function* harSteps(requests: readonly JournalEntry[], origin: string): Steps<Har> {
  const entries = yield* mapSteps(requests, (entry) => toHarEntry(entry, origin));
  return { log: { version: '1.2', creator: { name: 'briefs-mock', version }, entries } };
}

function toHarEntry(entry: JournalEntry, origin: string): HarEntry {
  const { wall_time, duration_ms, method, path, query, status, reason } = entry;
  const queryString = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => ({ name, value })),
  );
  const url = new URL(origin + encodedPath(path));
  for (const { name, value } of queryString) url.searchParams.append(name, value);
  const sent = textOf(entry.request);
  const answered = textOf(entry.response);
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

function messageOf(message: JournalEntry['request'], text: string | undefined): HarMessage {
  const headers = Object.entries(message?.headers ?? {}).map(([name, value]) => ({ name, value }));
  return { httpVersion: 'HTTP/1.1', cookies: [], headers, headersSize: -1, bodySize: sizeOf(text) };
}

function textOf(message: JournalEntry['request']): string | undefined {
  const body = message?.body;
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
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
  return text === undefined ? 0 : new TextEncoder().encode(text).length;
}
