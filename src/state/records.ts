import type { TableName } from '../model/tables.js';
import type { Trees } from './table-trees.js';
import { replay, type Write } from './write.js';

/** The last generated id of each table: the number of records ever created in it. */
export type Counters = Readonly<Record<TableName, number>>;

/** How records followed from earlier ones. */
interface Derivation {
  readonly previous: Records;
  /** In order. */
  readonly writes: readonly Write[];
}

/** The longest chain of writes to replay. Beyond it, an image shares the trees of its state. */
const MAX_REPLAYED = 8;
/** The number of writes that are kept to find out what has changed. Beyond it, trees are compared. */
const MAX_KNOWN = 64;

/**
 * All records of a state at one moment, and its counters. They never change.
 *
 * There is such a moment after every change of a state, and hardly any is looked at. If each shared the trees of the state, the
 * state would have to copy nodes for every write. So a moment has only what was written since the one before it, and makes its
 * trees when they are first read.
 */
export class Records {
  readonly counters: Counters;
  /** The number of records that were written for it and that no history has counted yet. */
  #uncounted: number;
  #trees: Trees | undefined;
  #derivation: Derivation | undefined;
  /** The number of writes since the last moment that shared the trees of its state. */
  #toReplay: number;
  /** The number of writes since the last moment without a derivation. */
  #known: number;
  /** Shares the trees of the state that is at this moment. */
  #share: (() => Trees) | undefined;

  private constructor(
    counters: Counters,
    trees: Trees | undefined,
    derivation: Derivation | undefined,
    uncounted: number,
  ) {
    this.counters = counters;
    this.#uncounted = uncounted;
    this.#trees = trees;
    this.#derivation = derivation;
    // Moments without writes count too, because each keeps the one before it.
    const added = Math.max(derivation?.writes.length ?? 0, 1);
    this.#toReplay = derivation === undefined ? 0 : derivation.previous.#toReplay + added;
    this.#known = derivation === undefined ? 0 : derivation.previous.#known + added;
  }

  /** `written` is the number of records in the trees that no other trees share, approximately. */
  static of(counters: Counters, trees: Trees, written: number): Records {
    return new Records(counters, trees, undefined, written);
  }

  /** The records after writes. The state is at this moment: see `enter`. */
  static after(derivation: Derivation, counters: Counters): Records {
    const { previous, writes } = derivation;
    return new Records(counters, undefined, derivation, previous.#uncounted + writes.length);
  }

  /** The number of records that were written for it. Only the first call counts them: later ones return 0. */
  countWritten(): number {
    const count = this.#uncounted;
    this.#uncounted = 0;
    return count;
  }

  get trees(): Trees {
    if (this.#trees === undefined) {
      this.#trees = this.#share?.() ?? this.#replayed();
      this.#share = undefined;
    }
    return this.#trees;
  }

  /** What was written between earlier records and these, in order; undefined if only comparing the trees can tell. */
  writesSince(earlier: Records): readonly Write[] | undefined {
    // The usual case.
    if (this.#derivation?.previous === earlier) return this.#derivation.writes;
    const lists: (readonly Write[])[] = [];
    for (let records: Records = this; records !== earlier; records = records.#derivation.previous) {
      if (records.#derivation === undefined) return undefined;
      lists.unshift(records.#derivation.writes);
    }
    return lists.flat();
  }

  /** Called when a state is at this moment. Until it leaves, `share` returns its trees, which it shares from then on. */
  enter(share: () => Trees): void {
    if (this.#trees === undefined) this.#share = share;
  }

  /** Called before the state at this moment writes to its trees. */
  leave(): void {
    const isEnough = this.#known >= MAX_KNOWN;
    if (isEnough || this.#toReplay >= MAX_REPLAYED) {
      this.#trees = this.trees;
      this.#toReplay = 0;
    }
    if (isEnough) {
      this.#derivation = undefined;
      this.#known = 0;
    }
    this.#share = undefined;
  }

  #replayed(): Trees {
    const { previous } = this.#derivation as Derivation;
    let start = previous;
    while (start.#trees === undefined) start = (start.#derivation as Derivation).previous;
    return replay(start.#trees, this.writesSince(start) as readonly Write[]);
  }
}
