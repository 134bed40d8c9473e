import { formatValue } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';
import type { JournalEntry } from './journal-entry.js';

/** The events of a mock, and what their listeners are called with. */
export interface MockEvents {
  /** An API request was answered, or its connection broken: its entry in the journal. */
  request: JournalEntry;
  /** Records or the clock were changed. Several changes in a row are reported once, before the next task. */
  change: undefined;
  /** The state was reset, or replaced by a snapshot's. */
  reset: undefined;
}

/** A promise that a listener returns is not awaited. */
export type MockListener<Name extends keyof MockEvents> = (payload: MockEvents[Name]) => unknown;

/** The listeners of a session. */
export class SessionEvents {
  readonly #listeners: { readonly [Name in keyof MockEvents]: Set<MockListener<Name>> } = {
    request: new Set(),
    change: new Set(),
    reset: new Set(),
  };
  #isChangeQueued = false;

  /**
   * Adds a listener and returns a function that removes it.
   * @throws MockError `malformed_data` for an unknown event, or a listener that is not a function.
   */
  on<Name extends keyof MockEvents>(event: Name, listener: MockListener<Name>): () => void {
    if (!Object.hasOwn(this.#listeners, event)) {
      const known = Object.keys(this.#listeners).join(', ');
      throw new MockError('malformed_data', `There is no event ${formatValue(event)}; the events are ${known}`);
    }
    if (typeof listener !== 'function') {
      throw new MockError(
        'malformed_data',
        `on: the listener of ${event} must be a function, but is ${formatValue(listener)}`,
      );
    }
    // The same function may be added more than once.
    const own: MockListener<Name> = (payload) => listener(payload);
    this.#listeners[event].add(own);
    return () => {
      this.#listeners[event].delete(own);
    };
  }

  /** Calls the listeners of an event. The payload is created only if there are any. */
  emit<Name extends keyof MockEvents>(event: Name, payload: () => MockEvents[Name]): void {
    const listeners = this.#listeners[event];
    if (listeners.size === 0) return;
    const created = payload();
    for (const listener of [...listeners]) call(event, () => listener(created));
  }

  /** Emits `change` after the code that is running, once for all changes that it makes. */
  changed(): void {
    if (this.#isChangeQueued || this.#listeners.change.size === 0) return;
    this.#isChangeQueued = true;
    // Not queueMicrotask, which fake timers may replace.
    void Promise.resolve().then(() => {
      this.#isChangeQueued = false;
      this.emit('change', () => undefined);
    });
  }
}

/** Calls a listener. Its errors are printed, because they must not break the request or write that it is told about. */
function call(event: string, listener: () => unknown): void {
  const print = (error: unknown) => {
    // biome-ignore lint/suspicious/noConsole: nobody else can be told.
    console.error(`briefs-mock: a listener of ${formatValue(event)} failed:`, error);
  };
  try {
    const result = listener();
    if (result instanceof Promise) result.catch(print);
  } catch (error) {
    print(error);
  }
}
