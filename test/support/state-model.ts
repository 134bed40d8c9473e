import type { ErrorCode, Snapshot, TableName } from 'briefs-mock';
import type { Clock } from '../../src/foundation/clock.js';
import { type StoredRow, schemas } from '../../src/model/table-schema.js';
import { forEachTable, type Tables } from '../../src/model/tables.js';
import { ScannedTable } from './state-scan.js';
import { type Cells, keyOf, laws, type Reference, sameIn, tableNames } from './state-tables.js';

/** The model throws this where the mock must throw an error. */
export class Refused extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}

/**
 * A simple reference implementation of the state engine, to compare it with: plain arrays that are scanned, without
 * indexes and shared structures. The functions of the table definitions (defaults, rules, `afterWrite`) run on these
 * arrays; what they compute is tested in defaults.test.ts and rules.test.ts.
 */
export class Model {
  readonly tables: Record<TableName, Cells[]>;
  /** How many records each table ever had. */
  readonly made: Record<TableName, number>;
  /** The clock, in seconds since 1970. */
  seconds: number;
  readonly seed: number;
  /** The tables as the functions of definitions read and write them. */
  readonly #access = forEachTable((name) => new ScannedTable(this, name)) as unknown as Tables;

  constructor(tables: Record<TableName, Cells[]>, made: Record<TableName, number>, seconds: number, seed: number) {
    this.tables = tables;
    this.made = made;
    this.seconds = seconds;
    this.seed = seed;
  }

  static of(snapshot: Snapshot): Model {
    const { tables, counters, clock, seed } = JSON.parse(JSON.stringify(snapshot));
    return new Model(tables, counters, Math.floor(Date.parse(clock.now) / 1000), seed);
  }

  copy(): Model {
    return new Model(structuredClone(this.tables), { ...this.made }, this.seconds, this.seed);
  }

  rows(table: TableName): Cells[] {
    return [...this.tables[table]].sort(byKey(table));
  }

  create(table: TableName, given: Cells): Cells {
    const key = keyOf(table);
    const row: Cells = { ...given };
    if (laws[table].hasGeneratedKey) row[key] = this.made[table] + 1;
    const written = this.#checked(table, row, undefined, row);
    this.tables[table].push({ ...written });
    this.made[table]++;
    schemas[table].afterWrite?.(written, this.#access);
    return written;
  }

  update(table: TableName, key: unknown, given: Cells): Cells {
    const previous = this.find(table, key) as Cells;
    const keyColumn = keyOf(table);
    const row: Cells = { ...previous, ...given, [keyColumn]: key };
    const written = this.#checked(table, row, previous, given);
    this.#replace(table, previous, written);
    schemas[table].afterWrite?.(written, this.#access);
    return written;
  }

  /** Updates all records or, if one update is rejected, none. */
  updateMany(table: TableName, keys: readonly unknown[], given: Cells): Cells[] {
    const trial = this.copy();
    const written = keys.map((key) => trial.update(table, key, given));
    this.become(trial);
    return written;
  }

  /** Like a bulk request: tries every item, and if any fail, throws the error that has precedence. */
  createMany(table: TableName, items: readonly Cells[]): Cells[] {
    const trial = this.copy();
    const codes: ErrorCode[] = [];
    const written = items.flatMap((item) => {
      try {
        return [trial.create(table, item)];
      } catch (error) {
        codes.push((error as Refused).code);
        return [];
      }
    });
    for (const code of ['malformed_data', 'not_found', 'conflict'] as const) {
      if (codes.includes(code)) throw new Refused(code);
    }
    this.become(trial);
    return written;
  }

  /** Removes the records that no earlier cascade has removed. */
  removeMany(table: TableName, keys: readonly unknown[]): Cells[] {
    const rows = keys.map((key) => structuredClone(this.find(table, key) as Cells));
    for (const key of keys) if (this.find(table, key)) this.remove(table, key);
    return rows;
  }

  /** Removes a record, then removes or clears broken references until none is left (X19). */
  remove(table: TableName, key: unknown): Cells {
    const removed = this.find(table, key) as Cells;
    this.tables[table] = this.tables[table].filter((row) => row !== removed);
    for (let changed = true; changed; ) {
      changed = false;
      for (const name of tableNames) {
        const kept = this.tables[name].flatMap((row) => {
          const lost = laws[name].references.filter((reference) => this.isBroken(reference, row));
          if (lost.length === 0) return [row];
          changed = true;
          if (lost.some(({ whenGone }) => whenGone === 'remove')) return [];
          const nulls = lost.flatMap(({ takes }) => Object.keys(takes)).map((column) => [column, null]);
          return [{ ...row, ...Object.fromEntries(nulls) }];
        });
        this.tables[name] = kept;
      }
    }
    return removed;
  }

  find(table: TableName, key: unknown): Cells | undefined {
    return this.tables[table].find((row) => row[keyOf(table)] === key);
  }

  become({ tables, made, seconds }: Model): void {
    Object.assign(this.tables, structuredClone(tables));
    Object.assign(this.made, made);
    this.seconds = seconds;
  }

  /** Whether the target of a reference is missing, or a copied column differs from that of the target. */
  isBroken({ to, by, takes }: Reference, row: Cells): boolean {
    const used = by.filter((columns) => Object.keys(columns).every((local) => row[local] !== null));
    if (used.length === 0) return false;
    const target = this.#target(to, used[0] as Record<string, string>, row);
    return target === undefined || Object.entries(takes).some(([local, column]) => row[local] !== target[column]);
  }

  #target(table: TableName, columns: Readonly<Record<string, string>>, row: Cells): Cells | undefined {
    return this.tables[table].find((target) =>
      Object.entries(columns).every(([local, column]) => sameIn(table, column, target[column], row[local])),
    );
  }

  /** The complete record to write. Throws if a check fails, in order: schema, rules, references, unique constraints (X6). */
  #checked(table: TableName, draft: Cells, previous: Cells | undefined, given: Cells): Cells {
    const { columns, references, defaults, computed } = laws[table];
    const { derived, invariants, checks } = schemas[table];
    const row: Cells = { ...draft };
    const defaulted = Object.keys(columns).filter((column) => column in defaults || computed.has(column));
    // X21: null sets a column to its default. An update does not change the key.
    for (const column of defaulted) if (given[column] === null && row[column] === null) row[column] = undefined;
    for (const column of Object.keys(columns)) {
      if (row[column] === undefined) row[column] = this.#default(table, column, row);
    }

    const excused = new Set<string>();
    let [isMissing, isTorn] = [false, false];
    for (const reference of references) {
      const touched = Object.keys(reference.takes).some((local) => given[local] !== undefined);
      if (!touched) continue;
      const named = reference.by.filter((by) => Object.keys(by).some((local) => given[local] !== undefined));
      const targets = (named.length > 0 ? named : reference.by)
        .filter((by) => Object.keys(by).every((local) => row[local] !== undefined && typeof row[local] !== 'object'))
        .map((by) => this.#target(reference.to, by, row));
      const found = targets.filter((target) => target !== undefined);
      if (found.length < targets.length) {
        isMissing = true;
        for (const column of [...Object.keys(reference.takes), ...defaulted]) excused.add(column);
      }
      if (new Set(found).size > 1) isTorn = true;
      for (const [local, column] of Object.entries(reference.takes)) {
        // A value of the wrong type is not replaced, so it is rejected below.
        const isUnfit = (given[local] ?? null) !== null && !columns[local]?.(given[local]);
        if (found[0] && !isUnfit) row[local] = found[0][column];
      }
    }
    for (const { column, value } of derived) row[column] = value(row);

    const unknown = Object.keys(row).some((column) => !(column in columns));
    const unfit = Object.entries(columns).some(([column, fits]) => {
      if ((row[column] ?? undefined) === undefined && isMissing && excused.has(column)) return false;
      return row[column] === undefined || !fits(row[column]);
    });
    if (unknown || unfit || isTorn) throw new Refused('malformed_data');
    const isRuleBroken =
      invariants.some((rule) => rule(row, this.#access) !== undefined) ||
      checks.some((rule) => rule(row, this.#access, previous) !== undefined);
    if (isRuleBroken) throw new Refused('malformed_data');
    if (isMissing) throw new Refused('not_found');
    if (this.#isTaken(table, row, previous)) throw new Refused('conflict');
    return row;
  }

  /** The default of a missing column; undefined if the column is required. */
  #default(table: TableName, column: string, row: Cells): unknown {
    const { defaults, columns, computed } = laws[table];
    if (computed.has(column)) {
      const clock = { seconds: this.seconds, day: new Date(this.seconds * 1000).toISOString().slice(0, 10) };
      const context = { clock: clock as Clock, seed: this.seed, tables: this.#access, n: this.made[table] + 1 };
      return schemas[table].defaults.find((one) => one.column === column)?.value(context, row);
    }
    if (column in defaults) return structuredClone(defaults[column]);
    return columns[column]?.(null) ? null : undefined;
  }

  #isTaken(table: TableName, row: Cells, previous: Cells | undefined): boolean {
    const others = this.tables[table].filter((other) => other !== previous);
    return [[keyOf(table)], ...laws[table].unique].some(
      (columns) =>
        columns.every((column) => row[column] !== null) &&
        others.some((other) => columns.every((column) => sameIn(table, column, other[column], row[column]))),
    );
  }

  /** Replaces a record, and updates the copied columns of records that refer to it. */
  #replace(table: TableName, previous: Cells, next: Cells): void {
    const before = { ...previous };
    const followers = tableNames.flatMap((name) =>
      laws[name].references
        .filter(
          ({ to, takes }) => to === table && Object.values(takes).some((column) => before[column] !== next[column]),
        )
        .flatMap(({ by: [columns = {}], takes }) =>
          this.tables[name]
            .filter((row) =>
              Object.entries(columns).every(([local, column]) => sameIn(name, local, row[local], before[column])),
            )
            .map((row) => ({ name, row, takes })),
        ),
    );
    Object.assign(previous, next);
    for (const { name, row, takes } of followers) {
      const values = { ...row };
      for (const [local, column] of Object.entries(takes)) values[local] = next[column];
      for (const { column, value } of schemas[name].derived) values[column] = value(values as StoredRow);
      this.#replace(name, row, values);
    }
  }
}

/** Tables as text, independent of the order of rows and columns. */
export function textOf(tables: { readonly [Name in TableName]: readonly Cells[] }): string {
  return tableNames
    .map((name) => {
      const rows = [...tables[name]].sort(byKey(name));
      return `${name}\n${rows.map((row) => rowText(name, row)).join('')}`;
    })
    .join('');
}

/** A record as a line of text, independent of the order of its columns. */
export function rowText(table: TableName, row: Cells): string {
  const known = Object.keys(laws[table].columns);
  const columns = [...known, ...Object.keys(row).filter((column) => !known.includes(column))];
  return `${JSON.stringify(columns.map((column) => (column in row ? [column, row[column]] : column)))}\n`;
}

function byKey(table: TableName) {
  const key = keyOf(table);
  return (a: Cells, b: Cells) => ((a[key] as string) < (b[key] as string) ? -1 : 1);
}
