import type { SessionEvent } from './sink.js';

/** The events of sessions that a storage does not have yet, in order. */
export class EventQueue {
  readonly #onAdd: () => void;
  #events: SessionEvent[] = [];

  /** `onAdd` is called after an event was added. */
  constructor(onAdd: () => void) {
    this.#onAdd = onAdd;
  }

  get isEmpty(): boolean {
    return this.#events.length === 0;
  }

  readonly add = (event: SessionEvent): void => {
    this.#events.push(event);
    this.#onAdd();
  };

  /** Removes all events and returns them. */
  take(): SessionEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}
