import sortedBTree from 'sorted-btree';
import { numberedText } from '../model/numbered-text.js';
import { compareIndexKeys, type IndexKey, type Scalar, type Tree } from './trees.js';

/** A scope and a prefix: the part of a numbered text that its number is unique in. */
type Series = readonly Scalar[];

/**
 * The numbers at the end of the texts in a unique column, such as 2, 3 and 7 for `report-2`, `report-3` and `report-7`.
 * Successive numbers are stored as one run, from 2 to 3 here, so that the first free number is found by one lookup.
 */
export class NumberRuns {
  /** The last number of each run, by its series and first number. */
  readonly #runs: Tree<IndexKey, number>;

  constructor(runs: Tree<IndexKey, number> = new sortedBTree.default<IndexKey, number>(undefined, compareIndexKeys)) {
    this.#runs = runs;
  }

  /** A copy, in constant time. */
  clone(): NumberRuns {
    return new NumberRuns(this.#runs.clone());
  }

  /** Adds a key of the index. Keys that do not end in a number are ignored. */
  add(key: IndexKey): void {
    const numbered = split(key);
    if (numbered === undefined) return;
    const { series, number } = numbered;
    const before = this.#runAt(series, number - 1);
    const after = this.#runs.get([...series, number + 1]);
    if (after !== undefined) this.#runs.delete([...series, number + 1]);
    this.#runs.set([...series, before?.first ?? number], after ?? number);
  }

  delete(key: IndexKey): void {
    const numbered = split(key);
    const run = numbered && this.#runAt(numbered.series, numbered.number);
    if (run === undefined) return;
    const { series, number } = numbered as Numbered;
    if (run.first === number) this.#runs.delete([...series, number]);
    else this.#runs.set([...series, run.first], number - 1);
    if (run.last > number) this.#runs.set([...series, number + 1], run.last);
  }

  /** The first number from `from` on that no key of the scope has after `prefix`. */
  firstFree(scope: readonly Scalar[], prefix: string, from: number): number {
    const run = this.#runAt([...scope, prefix], from);
    return run === undefined ? from : run.last + 1;
  }

  #runAt(series: Series, number: number): { readonly first: number; readonly last: number } | undefined {
    const found = this.#runs.getPairOrNextLower([...series, number]);
    if (found === undefined || found[1] < number) return undefined;
    const key = found[0] as readonly Scalar[];
    if (series.some((value, i) => value !== key[i])) return undefined;
    return { first: key[series.length] as number, last: found[1] };
  }
}

interface Numbered {
  readonly series: Series;
  readonly number: number;
}

function split(key: IndexKey): Numbered | undefined {
  const values = Array.isArray(key) ? (key as readonly Scalar[]) : undefined;
  const text = values === undefined ? key : values[values.length - 1];
  const numbered = typeof text === 'string' ? numberedText(text) : undefined;
  if (numbered === undefined) return undefined;
  const scope = values === undefined ? [] : values.slice(0, -1);
  return { series: [...scope, numbered.prefix], number: numbered.number };
}
