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
  { head, tail, exchange, match, now: at }: CachedResponse,
  session: Session,
  { sessions, listener, sender, headers }: From,
): RepeatedAnswer {
  sessions.touch(session);
  const { state, journal, log, events, revision } = session;
  const { machine } = session.shared;
  const startedAt = machine.elapsed;
  const { seed } = state;
  const id = session.requestIds.next(seed);
  const requestNumber = session.requests;
  const parts = { seed, requestNumber, wall: machine.now, at, revision, hasChanged: false };
  const entry = log.addRequest({ ...parts, exchange, headers });
  // Read before the time of the answer, as in an exchange.
  const duration = machine.elapsed - startedAt;
  if (sender !== undefined && listener?.onOutcome !== undefined) {
    const { method, status, reason, faults } = exchange;
    listener.onOutcome({ api: match.service.name, method, status, milliseconds: duration, id, reason, faults }, sender);
  }
  journal.add(entry, { at, wall: machine.present, duration, isHeld: false });
  if (events.hears('request')) events.emit('request', journal.entryOf(entry));
  return { headers: answerHeaders(id, undefined), body: tail === undefined ? head : head + id + tail };
}
