import type { Image } from '../state/state.js';
import type { Cause } from './cause.js';

/** A change of the state. */
export interface Revision {
  readonly cause: Cause;
  /** The state afterwards. */
  readonly state: Image;
}

/** The revisions of a session as they are captured. */
export interface RevisionsCapture {
  /** The number of the last revision. */
  readonly revision: number;
  /** The state before the oldest revision that can be asked for. */
  readonly oldest: Image;
  /** Oldest first. */
  readonly revisions: readonly Revision[];
}

/** The numbered changes of a session that can be asked for: the latest, up to a limit. */
export class Revisions {
  readonly #limit: number;
  readonly #onSize: (change: number) => void;
  /** Oldest first. */
  readonly #byNumber = new Map<number, Revision>();
  #last: number;
  #oldestState: Image;

  /** `last` changes, which led to `state`, were made before. Calls `onSize` when there are more revisions, or fewer. */
  constructor(parts: { limit: number; last: number; state: Image; onSize: (change: number) => void }) {
    this.#limit = parts.limit;
    this.#last = parts.last;
    this.#oldestState = parts.state;
    this.#onSize = parts.onSize;
  }

  /** The number of the last revision; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  /** How many can be asked for. */
  get size(): number {
    return this.#byNumber.size;
  }

  /** The state before the oldest of them. */
  get oldestState(): Image {
    return this.#oldestState;
  }

  get(number: number): Revision | undefined {
    return this.#byNumber.get(number);
  }

  add(revision: Revision): void {
    this.#last++;
    this.#set(this.#last, revision);
  }

  /** Drops the older half. */
  dropHalf(): void {
    for (let count = Math.ceil(this.size / 2); count > 0; count--) this.#dropOldest();
  }

  capture(): RevisionsCapture {
    return { revision: this.#last, oldest: this.#oldestState, revisions: [...this.#byNumber.values()] };
  }

  install({ revision, oldest, revisions }: RevisionsCapture): void {
    this.#onSize(-this.size);
    this.#byNumber.clear();
    this.#last = revision;
    this.#oldestState = oldest;
    for (const [i, one] of revisions.entries()) this.#set(revision - revisions.length + i + 1, one);
  }

  #set(number: number, revision: Revision): void {
    this.#byNumber.set(number, revision);
    this.#onSize(1);
    if (this.size > this.#limit) this.#dropOldest();
  }

  #dropOldest(): void {
    const [first] = this.#byNumber;
    if (first === undefined) return;
    const [number, { state }] = first;
    this.#oldestState = state;
    this.#byNumber.delete(number);
    this.#onSize(-1);
  }
}
