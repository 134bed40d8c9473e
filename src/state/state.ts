import { Clock, type ClockReading, type Pass } from '../foundation/clock.js';
import { MachineTime } from '../foundation/machine.js';
import { type StoredRow, schemas } from '../model/table-schema.js';
import { forEachTable, type TableName, type Tables } from '../model/tables.js';
import { type Counters, Records } from './records.js';
import type { Store } from './store.js';
import { Table } from './table.js';
import { cloneTrees, createTrees, type TableTrees, type Trees } from './table-trees.js';
import type { Write } from './write.js';

/** A whole state at one moment, in memory. Capturing and restoring one takes constant time. Its JSON form is a Snapshot. */
export interface Image {
  readonly scenario: string;
  readonly seed: number;
  readonly clock: ClockReading;
  readonly records: Records;
}

/** Runs a change of a state as a whole: if it throws, nothing has changed. `call` names it, such as `data.user.create`. */
export type RunChange = <Result>(call: string, change: () => Result) => Result;

interface StateOptions {
  readonly machine?: MachineTime;
  /** Runs what calls in the process change. Default: at once, without undoing anything. */
  readonly run?: RunChange;
  /** What happens while the clock advances; nothing by default. */
  readonly pass?: Pass | undefined;
  /** Whether images of this state tell what was written between them. A scenario creates many records, and needs no images. */
  readonly recordsWrites?: boolean;
}

const runAtOnce: RunChange = (_, change) => change();

/** Is replaced by the first write, never added to. */
const NO_WRITES: Write[] = [];

export function emptyImage(scenario: string, seed: number, clock: ClockReading): Image {
  return {
    scenario,
    seed,
    clock,
    records: Records.of(
      forEachTable(() => 0),
      forEachTable((name) => createTrees(schemas[name])),
      0,
    ),
  };
}

/** Everything that a snapshot contains: the tables, the clock, the seed and the counters. */
export class State implements Store {
  readonly tables: Tables;
  readonly clock: Clock;
  recordsRead = 0;
  readonly run: RunChange;
  readonly #recordsWrites: boolean;
  #version = 0;
  #changeCount = 0;
  #scenario: string;
  #seed: number;
  /** The records of the last moment that was captured or restored. */
  #records: Records;
  /** Whether nothing was written since. */
  #isCurrent = true;
  /** What was written since; undefined if that was not recorded. */
  #writes: Write[] | undefined;
  /** The number of writes that were not recorded. */
  #unrecorded = 0;
  #counters: Record<TableName, number>;
  #trees: Record<TableName, TableTrees>;
  /** The tables whose trees are not shared with an image, so that they may be written in place. */
  readonly #owned = new Set<TableName>();
  readonly #tables: Readonly<Record<TableName, Table>>;
  /** The last captured image; undefined after a write. */
  #image: Image | undefined;

  constructor(
    image: Image,
    { machine = new MachineTime(), run = runAtOnce, recordsWrites = false, pass }: StateOptions = {},
  ) {
    this.run = run;
    this.#recordsWrites = recordsWrites;
    this.#tables = forEachTable((name) => new Table(this, name));
    this.tables = this.#tables as unknown as Tables;
    const runClock = (method: string, change: () => void) =>
      run(`clock.${method}`, () => {
        change();
        this.#changed();
      });
    this.clock = new Clock(image.clock, runClock, machine, pass);
    this.#scenario = image.scenario;
    this.#seed = image.seed;
    this.#records = image.records;
    this.#counters = image.records.counters;
    this.#trees = { ...image.records.trees };
    this.#image = image;
  }

  get scenario(): string {
    return this.#scenario;
  }

  get seed(): number {
    return this.#seed;
  }

  /**
   * A number that changes with every write and restore, and when the clock is set, but not while the clock runs. No two states have
   * the same, even if one was undone.
   */
  get version(): number {
    return this.#version;
  }

  /** The number of changes that were not undone. */
  get changeCount(): number {
    return this.#changeCount;
  }

  /** The current state; returns the same image until something changes. */
  capture(): Image {
    const clock = this.clock.reading();
    if (this.#image?.clock.now === clock.now && this.#image.clock.frozen === clock.frozen) return this.#image;
    this.#image = { scenario: this.#scenario, seed: this.#seed, clock, records: this.#captureRecords() };
    return this.#image;
  }

  restore(image: Image): void {
    // First, because a clock that must not run refuses it.
    this.clock.reset(image.clock);
    this.#scenario = image.scenario;
    this.#seed = image.seed;
    this.#restoreRecords(image.records);
    this.#image = image;
  }

  /** Goes back to an image that was captured after a number of changes. */
  rollBack(image: Image, changeCount: number): void {
    if (this.#changeCount === changeCount) return;
    this.restore(image);
    this.#changeCount = changeCount;
  }

  /** Runs `write`; if it throws, undoes all its writes. */
  transaction<Result>(write: () => Result): Result {
    const before = this.#captureRecords();
    const changeCount = this.#changeCount;
    try {
      return write();
    } catch (error) {
      this.#restoreRecords(before);
      this.#changeCount = changeCount;
      throw error;
    }
  }

  table(name: TableName): Table {
    return this.#tables[name];
  }

  lastId(name: TableName): number {
    return this.#counters[name];
  }

  countRecord(name: TableName, number = 0): void {
    this.#beforeWrite();
    // The counters of a moment never change.
    if (this.#counters === this.#records.counters) this.#counters = { ...this.#counters };
    this.#counters[name] = Math.max(this.#counters[name] + 1, number);
  }

  /** Continues the counters of a snapshot that is being loaded. */
  setCounters(counters: Counters): void {
    this.#beforeWrite();
    this.#counters = { ...counters };
  }

  trees(name: TableName): TableTrees {
    return this.#trees[name];
  }

  writableTrees(name: TableName): TableTrees {
    this.#beforeWrite();
    if (!this.#owned.has(name)) {
      this.#trees[name] = cloneTrees(this.#trees[name]);
      this.#owned.add(name);
    }
    return this.#trees[name];
  }

  wrote(table: TableName, before: StoredRow | undefined, after: StoredRow | undefined): void {
    if (this.#writes === undefined) {
      this.#unrecorded++;
      return;
    }
    const write = { table, before, after };
    // Most changes write one record, and an array that grows has room for 17.
    if (this.#writes === NO_WRITES) this.#writes = [write];
    else this.#writes.push(write);
  }

  #beforeWrite(): void {
    this.#changed();
    if (!this.#isCurrent) return;
    this.#records.leave();
    this.#isCurrent = false;
    this.#writes = this.#recordsWrites ? NO_WRITES : undefined;
  }

  #captureRecords(): Records {
    if (this.#isCurrent) return this.#records;
    if (this.#writes === undefined) {
      this.#records = Records.of(this.#counters, this.#shareTrees(), this.#unrecorded);
    } else {
      const origin = { previous: this.#records, writes: this.#writes };
      this.#records = Records.after(origin, this.#counters);
    }
    this.#enter();
    return this.#records;
  }

  /** The state is at the moment of its records from here on. */
  #enter(): void {
    this.#records.enter(this.#shareTrees);
    this.#isCurrent = true;
  }

  /** The current trees; a table's are cloned before the next write to it. */
  readonly #shareTrees = (): Trees => {
    this.#owned.clear();
    return { ...this.#trees };
  };

  #restoreRecords(records: Records): void {
    this.#changed();
    // Often nothing was written yet, as when a request is rejected.
    const isSame = this.#records === records && (this.#isCurrent || this.#writes?.length === 0);
    if (!isSame) {
      if (this.#isCurrent) this.#records.leave();
      this.#owned.clear();
      this.#trees = { ...records.trees };
    }
    this.#records = records;
    this.#counters = records.counters;
    this.#enter();
  }

  #changed(): void {
    this.#image = undefined;
    this.#version++;
    this.#changeCount++;
  }
}
