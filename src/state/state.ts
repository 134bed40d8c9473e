import { Clock, type ClockReading } from '../foundation/clock.js';
import { schemas } from '../model/table-schema.js';
import { forEachTable, type TableName, type Tables } from '../model/tables.js';
import type { Database } from './mswjs-database.js';
import { Table } from './table.js';
import { cloneTrees, plantTrees, type TableTrees } from './trees.js';

/** How many records each table ever had: the last generated id. */
export type Counters = Readonly<Record<TableName, number>>;

/**
 * A whole state at one moment. It is taken, kept and put back in constant time, because the trees in it are shared
 * with the state until one of the two is written.
 */
export interface Image extends Records {
  readonly scenario: string;
  readonly seed: number;
  readonly clock: ClockReading;
}

/** All records of a state at one moment, and the ids that come next. */
interface Records {
  readonly counters: Counters;
  readonly trees: Readonly<Record<TableName, TableTrees>>;
}

/** The image of a state that has no records. */
export function emptyImage(scenario: string, seed: number, clock: ClockReading): Image {
  return {
    scenario,
    seed,
    clock,
    counters: forEachTable(() => 0),
    trees: forEachTable((name) => plantTrees(schemas[name].indexes.map(({ path }) => path.length))),
  };
}

/** Everything that a snapshot captures: the tables, the clock, the seed and the ids that come next. */
export class State {
  readonly database: Database;
  readonly tables: Tables;
  readonly clock: Clock;
  /** Records looked at so far: what tests of cost count instead of time. */
  visits = 0;
  #revision = 0;
  #scenario: string;
  #seed: number;
  #counters: Record<TableName, number>;
  #trees: Record<TableName, TableTrees>;
  /** The tables whose trees no image shares, so that they may be written in place. */
  readonly #owned = new Set<TableName>();
  /** What was captured last, until something is written. */
  #image: Image | undefined;

  constructor(database: Database, image: Image) {
    this.database = database;
    this.tables = forEachTable((name) => new Table(this, name)) as unknown as Tables;
    this.clock = new Clock(image.clock);
    this.#scenario = image.scenario;
    this.#seed = image.seed;
    this.#counters = { ...image.counters };
    this.#trees = { ...image.trees };
  }

  get scenario(): string {
    return this.#scenario;
  }

  get seed(): number {
    return this.#seed;
  }

  /** Another number after every change of anything but the clock. */
  get revision(): number {
    return this.#revision;
  }

  /** The state as it is now: the same image as long as nothing changes. */
  capture(): Image {
    const clock = this.clock.reading();
    if (this.#image?.clock.now === clock.now && this.#image.clock.frozen === clock.frozen) return this.#image;
    this.#image = { scenario: this.#scenario, seed: this.#seed, clock, ...this.#share() };
    return this.#image;
  }

  /** Becomes the state that an image holds. */
  restore(image: Image): void {
    this.#scenario = image.scenario;
    this.#seed = image.seed;
    this.clock.reset(image.clock);
    this.#restoreRecords(image);
    this.#image = image;
  }

  /** Does all of `write` or, when it throws, nothing of it. */
  transaction<Result>(write: () => Result): Result {
    const before = this.#share();
    try {
      return write();
    } catch (error) {
      this.#restoreRecords(before);
      throw error;
    }
  }

  /** A table whose name is known at run time only. */
  table(name: TableName): Table<TableName> {
    return this.tables[name] as unknown as Table<TableName>;
  }

  /** How many records the table ever had. */
  made(name: TableName): number {
    return this.#counters[name];
  }

  countRecord(name: TableName): void {
    this.#changed();
    this.#counters[name]++;
  }

  /** Sets how many records each table ever had, for a snapshot that comes in. */
  resumeCounting(counters: Counters): void {
    this.#changed();
    this.#counters = { ...counters };
  }

  /** The trees of a table, to read. */
  trees(name: TableName): TableTrees {
    return this.#trees[name];
  }

  /** The trees of a table, to write. */
  writableTrees(name: TableName): TableTrees {
    this.#changed();
    if (!this.#owned.has(name)) {
      this.#trees[name] = cloneTrees(this.#trees[name]);
      this.#owned.add(name);
    }
    return this.#trees[name];
  }

  /** The records as they are now; the trees are cloned before they are written again. */
  #share(): Records {
    this.#owned.clear();
    return { counters: { ...this.#counters }, trees: { ...this.#trees } };
  }

  #restoreRecords({ counters, trees }: Records): void {
    this.#changed();
    this.#owned.clear();
    this.#counters = { ...counters };
    this.#trees = { ...trees };
  }

  #changed(): void {
    this.#image = undefined;
    this.#revision++;
  }
}
