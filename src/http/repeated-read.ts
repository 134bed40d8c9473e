import type { Listener, Sender } from '../protocol/listener.js';
import type { RequestHeaders } from '../protocol/request-headers.js';
import { answerHeaders } from '../session/journal-entry.js';
import type { Session } from '../session/session.js';
import type { SessionStore } from '../session/session-store.js';
import type { CachedResponse } from './response-cache.js';

/** Who sent a request. */
interface From {
  readonly sessions: SessionStore;
  readonly listener: Listener | undefined;
  /** Undefined in the process. */
  readonly sender: Sender | undefined;
  readonly headers: RequestHeaders;
}

/** An answer with status 200. */
export interface RepeatedAnswer {
  /** A server adds the length of the body. */
  readonly headers: Record<string, string>;
  /** JSON. */
  readonly body: string;
}

/** Answers a read from the cache, and records it as an exchange does. The session must be undisturbed. */
export function repeatRead(
  { head, tail, record, content, traced, match, now }: CachedResponse,
  session: Session,
  { sessions, listener, sender, headers }: From,
): RepeatedAnswer {
  sessions.touch(session);
  const { state, journal, trace, events, revision } = session;
  const { machine } = session.shared;
  const startedAt = machine.elapsed;
  const { seed } = state;
  const id = session.requestIds.next(seed);
  const number = session.requests;
  if (traced !== undefined) trace?.add({ seed, number, wall: machine.now, revision: undefined, exchange: traced });
  // Read before the time of the answer, as in an exchange.
  const duration = machine.elapsed - startedAt;
  if (sender !== undefined && listener?.onOutcome !== undefined) {
    const { method, status, reason, faults } = record;
    listener.onOutcome({ api: match.service.name, method, status, milliseconds: duration, id, reason, faults }, sender);
  }
  const moment = { seed, number, at: now, wall: machine.present, revision, hasChanged: false, duration };
  const place = journal.add(record, moment, content, headers);
  if (events.hears('request')) events.emit('request', journal.at(place));
  return { headers: answerHeaders(id, undefined), body: tail === undefined ? head : head + id + tail };
}
