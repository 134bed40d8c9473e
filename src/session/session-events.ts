import { callListener } from '../foundation/call-listener.js';
import { formatValue } from '../foundation/format-value.js';
import { getOrInsert } from '../foundation/get-or-insert.js';
import { malformed } from '../foundation/mock-error.js';
import type { HistoryEntry } from './history.js';
import type { JournalEntry } from './journal-entry.js';

/** What was changed by steering the mock. */
export interface Steered {
  /** The fault rules, the stored snapshots, or the journal, which was emptied. */
  readonly what: 'faults' | 'snapshots' | 'journal';
}

/** The events of a mock, and what their listeners are called with. */
export interface MockEvents {
  /** An API request was answered, or its connection broken: its entry in the journal. */
  request: JournalEntry;
  /** A fault rule holds the answer to an API request back: its entry in the journal. `request` follows when it is sent. */
  held: JournalEntry;
  /** Records or the clock were changed. Several changes in a row are reported once, before the next task. */
  change: undefined;
  /** Records or the clock were changed: each change, as in the history. Never if the mock keeps no history. */
  revision: HistoryEntry;
  /** The state was reset, or replaced by a snapshot's. */
  reset: undefined;
  /** Something changed that does not count as a revision. Several changes in a row are reported once, before the next task. */
  steered: Steered;
  /** A session was created or has ended. Several in a row are reported once, before the next task. */
  sessions: undefined;
}

/** A promise that a listener returns is not awaited. */
export type MockListener<Name extends keyof MockEvents> = (payload: MockEvents[Name]) => unknown;

const eventNames: readonly string[] = [
  'request',
  'held',
  'change',
  'revision',
  'reset',
  'steered',
  'sessions',
] satisfies (keyof MockEvents)[];

/** The listeners of a session, or of the list of sessions. */
export class SessionEvents {
  /** By event. */
  readonly #listeners = new Map<keyof MockEvents, Set<(payload: never) => unknown>>();
  /** What is emitted when the running code has ended. */
  readonly #queued = new Set<string>();

  /**
   * Adds a listener and returns a function that removes it.
   * @throws MockError `malformed_data` for an unknown event, or a listener that is not a function.
   */
  on<Name extends keyof MockEvents>(event: Name, listener: MockListener<Name>): () => void {
    if (!eventNames.includes(event)) {
      throw malformed(`There is no event ${formatValue(event)}; the events are ${eventNames.join(', ')}`);
    }
    if (typeof listener !== 'function') {
      throw malformed(`on: the listener of ${event} must be a function, but is ${formatValue(listener)}`);
    }
    // The same function may be added more than once.
    const own: MockListener<Name> = (payload) => listener(payload);
    const listeners = getOrInsert(this.#listeners, event, () => new Set()).add(own);
    return () => void listeners.delete(own);
  }

  /** Whether an event has listeners. If not, its payload need not be created. */
  hears(event: keyof MockEvents): boolean {
    return (this.#listeners.get(event)?.size ?? 0) > 0;
  }

  emit<Name extends keyof MockEvents>(event: Name, payload: MockEvents[Name]): void {
    const listeners = this.#listeners.get(event) as Set<MockListener<Name>> | undefined;
    for (const listener of [...(listeners ?? [])]) {
      // An earlier listener may have removed it.
      if (listeners?.has(listener)) callListener(`a listener of ${formatValue(event)}`, () => listener(payload));
    }
  }

  /** Emits `change` after the code that is running, once for all changes that it makes. */
  changed(): void {
    this.#emitSoon('change', undefined, 'change');
  }

  /** Emits `steered` in the same way. */
  steered(what: Steered['what']): void {
    this.#emitSoon('steered', { what }, what);
  }

  /** Emits `sessions` in the same way. */
  sessionsChanged(): void {
    this.#emitSoon('sessions', undefined, 'sessions');
  }

  #emitSoon<Name extends keyof MockEvents>(event: Name, payload: MockEvents[Name], key: string): void {
    if (this.#queued.has(key) || !this.hears(event)) return;
    this.#queued.add(key);
    // Not queueMicrotask, which fake timers may replace.
    void Promise.resolve().then(() => {
      this.#queued.delete(key);
      this.emit(event, payload);
    });
  }
}
