import type { EventSource, ServerEvent } from '../protocol/event-source.js';
import type { HistoryEntry } from '../session/history.js';
import type { JournalEntry } from '../session/journal-entry.js';
import type { Session } from '../session/session.js';
import type { Steered } from '../session/session-events.js';
import type { Sessions } from '../session/sessions.js';

/** How far a client has followed a session: the last revision, and the newest request in the journal, or 0 if it was empty. */
export interface Position {
  /** The log in which they count, by the time when it began. */
  readonly log: number;
  readonly revision: number;
  readonly entry: number;
}

type Send = (event: ServerEvent) => void;

/** What happens in a session, for one client. */
export class SessionFeed implements EventSource {
  readonly #session: Session;
  readonly #sessions: Sessions;
  /** How far the client has followed the session; undefined if it is new. */
  readonly #since: Position | undefined;
  readonly #log: number;
  #revision: number;
  #entry: number;
  /** The requests whose answers are held back, oldest first, each with the request before it; 0 if there is none. */
  readonly #held = new Map<number, number>();

  constructor(session: Session, sessions: Sessions, since: Position | undefined) {
    this.#session = session;
    this.#sessions = sessions;
    this.#since = since;
    this.#log = session.log.began;
    this.#revision = session.revision;
    this.#entry = this.#readJournal();
  }

  /** `<log>.<revision>.<entry>`. It does not pass a request that is held back, which is sent again. */
  get id(): string {
    const [beforeHeld = this.#entry] = this.#held.values();
    return `${this.#log}.${this.#revision}.${Math.min(this.#entry, beforeHeld)}`;
  }

  get missed(): ServerEvent {
    return { event: 'missed', data: {}, id: this.id };
  }

  open(send: Send, end: () => void): () => void {
    if (this.#since !== undefined) this.#catchUp(this.#since, send);
    const { events, history } = this.#session;
    const wasNamed = this.#sessions.has(this.#session);
    const stops = [
      history === undefined
        ? events.on('change', () => send(this.missed))
        : events.on('revision', (entry) => this.#sendChange(entry, send)),
      events.on('held', (entry) => this.#sendRequest(entry, send)),
      events.on('request', (entry) => this.#sendRequest(entry, send)),
      events.on('steered', ({ what }) => {
        if (what === 'journal') this.#entry = this.#readJournal();
        this.#sendSteered(what, send);
      }),
      this.#sessions.events.on('sessions', () => {
        this.#sendSessions(send);
        if (wasNamed && !this.#sessions.has(this.#session)) end();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Finds the requests that are held back, and returns the number of the newest one. */
  #readJournal(): number {
    const requests = this.#session.journal.all();
    this.#held.clear();
    let newest = 0;
    for (const { entry, held } of requests) {
      if (held) this.#held.set(entry, newest);
      newest = entry;
    }
    return newest;
  }

  /** Sends what happened since a position, or `missed` if history or journal do not have all of it. */
  #catchUp({ log, revision, entry }: Position, send: Send): void {
    const { history, journal } = this.#session;
    const [oldest] = journal.all();
    /** Whether the newest request that the client has got was removed from the journal. */
    const isRemoved = oldest === undefined || oldest.entry > entry;
    // Those of another log come from a server that has stopped since, or from a session that has ended.
    const isForeign = log !== this.#log || revision > this.#revision || (!isRemoved && entry > this.#entry);
    if (history === undefined || revision < history.oldest || isForeign || (isRemoved && journal.dropped > 0)) {
      send(this.missed);
      return;
    }
    const count = this.#revision - revision;
    this.#revision = revision;
    this.#entry = entry;
    if (count > 0) for (const change of history.list({ limit: count })) this.#sendChange(change, send);
    if (isRemoved && entry > 0) this.#sendSteered('journal', send);
    for (const request of journal.all({ after: entry })) this.#sendRequest(request, send);
    // These changes leave no trace, so they may have happened in the meantime.
    this.#sendSteered('faults', send);
    this.#sendSteered('snapshots', send);
    this.#sendSessions(send);
  }

  #sendChange(entry: HistoryEntry, send: Send): void {
    this.#revision = Math.max(this.#revision, entry.revision);
    send({ event: 'change', data: entry, id: this.id });
  }

  /** Sends a request without headers and bodies, which are long. */
  #sendRequest({ request, response, ...entry }: JournalEntry, send: Send): void {
    if (entry.held) this.#held.set(entry.entry, this.#entry);
    else this.#held.delete(entry.entry);
    this.#entry = Math.max(this.#entry, entry.entry);
    send({ event: 'request', data: entry, id: this.id });
  }

  #sendSteered(what: Steered['what'], send: Send): void {
    send({ event: 'steered', data: { what }, id: this.id });
  }

  #sendSessions(send: Send): void {
    send({ event: 'sessions', data: {}, id: this.id });
  }
}
