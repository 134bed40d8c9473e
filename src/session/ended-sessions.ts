import { type JournalCapture, JournaledRequests } from './journaled-requests.js';
import type { SessionLimits } from './session-limits.js';

/** The maximum number of sessions whose journals can be read after their end. */
export const ENDED_LIMIT = 20;

/** What is known of the sessions that have ended, at one moment. */
export interface EndedSessionsCapture {
  /** Their journals, the latest last. */
  readonly ended: readonly (readonly [id: string, journal: JournalCapture])[];
  readonly losses: readonly (readonly [id: string, reason: string])[];
}

/** The journals of sessions that have ended, and why those ended that nobody asked to end. */
export class EndedSessions {
  readonly #limits: SessionLimits;
  /** By id, the latest last. Not their logs, which may take many megabytes. */
  #ended = new Map<string, JournaledRequests>();
  /** The reasons, by id, until there is a new session of that name; the earliest is first. */
  #losses = new Map<string, string>();

  constructor(limits: SessionLimits) {
    this.#limits = limits;
  }

  journalOf(id: string): JournalCapture | undefined {
    return this.#ended.get(id)?.capture();
  }

  lossOf(id: string): string | undefined {
    return this.#losses.get(id);
  }

  add(id: string, journaled: JournaledRequests): void {
    journaled.strip();
    // The latest is last, also if a session of this name has ended before.
    this.#ended.delete(id);
    this.#ended.set(id, journaled);
    limit(this.#ended, ENDED_LIMIT);
  }

  addLoss(id: string, reason: string): void {
    this.#losses.set(id, reason);
    limit(this.#losses, this.#limits.max);
  }

  forgetLoss(id: string): void {
    this.#losses.delete(id);
  }

  capture(): EndedSessionsCapture {
    return {
      ended: Array.from(this.#ended, ([id, journaled]) => [id, journaled.capture()]),
      losses: [...this.#losses],
    };
  }

  replace({ ended, losses }: EndedSessionsCapture): void {
    this.#ended = new Map();
    for (const [id, journal] of ended) {
      const journaled = new JournaledRequests();
      journaled.install(journal, journal.requests);
      this.#ended.set(id, journaled);
    }
    this.#losses = new Map(losses);
  }
}

/** Drops the earliest entry if there is one too many. */
function limit(entries: Map<string, unknown>, max: number): void {
  const [earliest] = entries.keys();
  if (earliest !== undefined && entries.size > max) entries.delete(earliest);
}
