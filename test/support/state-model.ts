import type { ErrorCode, Snapshot, TableName } from 'briefs-mock';
import { type Cells, isId, keyOf, laws, type Reference, sameIn, tableNames } from './state-tables.js';

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
 * indexes and shared structures.
 */
export class Model {
  readonly tables: Record<TableName, Cells[]>;
  /** How many records each table ever had. */
  readonly made: Record<TableName, number>;
  /** The clock, in seconds since 1970. */
  seconds: number;

  constructor(tables: Record<TableName, Cells[]>, made: Record<TableName, number>, seconds: number) {
    this.tables = tables;
    this.made = made;
    this.seconds = seconds;
  }

  static of(snapshot: Snapshot): Model {
    const { tables, counters, clock } = JSON.parse(JSON.stringify(snapshot));
    return new Model(tables, counters, Math.floor(Date.parse(clock.now) / 1000));
  }

  copy(): Model {
    return new Model(structuredClone(this.tables), { ...this.made }, this.seconds);
  }

  rows(table: TableName): Cells[] {
    return [...this.tables[table]].sort(byKey(table));
  }

  create(table: TableName, given: Cells): Cells {
    const key = keyOf(table);
    const row: Cells = { ...given };
    if (laws[table].columns[key] === isId) row[key] = this.made[table] + 1;
    const written = this.#checked(table, row, undefined, row);
    this.tables[table].push(written);
    this.made[table]++;
    return written;
  }

  update(table: TableName, key: unknown, given: Cells): Cells {
    const previous = this.find(table, key) as Cells;
    const keyColumn = keyOf(table);
    const row: Cells = { ...previous, ...given, [keyColumn]: key };
    const written = this.#checked(table, row, previous, given);
    this.#replace(table, previous, written);
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
      Object.entries(columns).every(([local, column]) => sameIn(column, target[column], row[local])),
    );
  }

  /** The complete record to write. Throws if a check fails, in order: schema, references, rules, unique constraints. */
  #checked(table: TableName, draft: Cells, previous: Cells | undefined, given: Cells): Cells {
    const { columns, references } = laws[table];
    const row: Cells = { ...draft };
    const defaulted: string[] = [];
    for (const column of Object.keys(columns)) {
      const isDefaulted = column in laws[table].defaults || this.#computes(table, column);
      if (row[column] === undefined || (row[column] === null && isDefaulted)) {
        row[column] = this.#default(table, column, row);
        if (isDefaulted) defaulted.push(column);
      }
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
    if (table === 'bookmark') row.url = bookmarkUrl(row);

    const unknown = Object.keys(row).some((column) => !(column in columns));
    const unfit = Object.entries(columns).some(([column, fits]) => {
      if (row[column] === undefined) return !(isMissing && excused.has(column));
      return !fits(row[column]);
    });
    if (unknown || unfit || isTorn) throw new Refused('malformed_data');
    if (isMissing) throw new Refused('not_found');
    if (this.#breaksRule(table, row, previous)) throw new Refused('malformed_data');
    if (this.#isTaken(table, row, previous)) throw new Refused('conflict');
    return row;
  }

  #computes(table: TableName, column: string): boolean {
    return computedDefaults.has(`${table}.${column}`);
  }

  /** The default of a missing column; undefined if the column is required. */
  #default(table: TableName, column: string, row: Cells): unknown {
    const others = this.tables[table].filter((other) => other[keyOf(table)] !== row[keyOf(table)]);
    const next = (counted: string, group: string) =>
      1 + Math.max(0, ...others.filter((o) => o[group] === row[group]).map((o) => o[counted] as number));
    switch (`${table}.${column}`) {
      case 'feature_package.display_order':
        return next('display_order', 'package_id');
      case 'article.position':
        return next('position', 'brief_gid');
      case 'application_preference.preference_slug':
        return freeSlug(row.preference_label, '-', (slug) => others.some((o) => o.preference_slug === slug));
      case 'brief.slug':
        return freeSlug(row.name, '-', (slug) => others.some((o) => o.slug === slug));
      case 'article.gid':
        return freeSlug(row.title, '_', (gid) => others.some((o) => o.brief_gid === row.brief_gid && o.gid === gid));
      case 'preference.name':
        return this.find('application_preference', row.application_preference)?.preference_label;
      case 'brief.id':
        return this.#freeKey(table, String);
      case 'brief_document.gid':
        return this.#freeKey(table, (n) => `1-${n}`);
      case 'bookmark.created_on':
        return this.seconds;
    }
    const { defaults, columns } = laws[table];
    if (column in defaults) return structuredClone(defaults[column]);
    return columns[column]?.(null) ? null : undefined;
  }

  #freeKey(table: TableName, keyOf: (n: number) => string): string {
    let n = this.made[table] + 1;
    while (this.find(table, keyOf(n))) n++;
    return keyOf(n);
  }

  #breaksRule(table: TableName, row: Cells, previous: Cells | undefined): boolean {
    switch (table) {
      case 'user': {
        const domains = (this.find('client', row.client_id)?.domain as string[] | null | undefined) ?? [];
        const domain = String(row.email).split('@').at(-1)?.toLowerCase();
        return domains.length > 0 && !domains.some((allowed) => allowed.toLowerCase() === domain);
      }
      case 'preference_hierarchy': {
        const above = new Set<unknown>();
        for (let at = row.parent; at !== null; at = this.find(table, at)?.parent ?? null) above.add(at);
        return above.has(row.id);
      }
      case 'preference': {
        if (previous === undefined || previous.type === row.type) return false;
        const values = previous.type === 'Entity' ? 'entity_preference' : 'generic_preference';
        return this.tables[values].some((value) => value.preference_id === row.id);
      }
      case 'entity_preference':
        return this.find('preference', row.preference_id)?.type !== 'Entity';
      case 'generic_preference':
        return this.find('preference', row.preference_id)?.type !== 'Generic';
      case 'brief_document':
        return previous !== undefined && previous.brief_id !== row.brief_id;
      case 'article':
        return previous !== undefined && previous.brief_gid !== row.brief_gid;
      case 'bookmark': {
        const brief = this.tables.brief.find(({ slug }) => slug === row.brief_slug);
        return this.find('brief_document', row.brief_gid)?.brief_id !== brief?.id;
      }
      default:
        return false;
    }
  }

  #isTaken(table: TableName, row: Cells, previous: Cells | undefined): boolean {
    const others = this.tables[table].filter((other) => other !== previous);
    return [[keyOf(table)], ...laws[table].unique].some(
      (columns) =>
        columns.every((column) => row[column] !== null) &&
        others.some((other) => columns.every((column) => sameIn(column, other[column], row[column]))),
    );
  }

  /** Replaces a record, and updates the copied columns of records that refer to it. */
  #replace(table: TableName, previous: Cells, next: Cells): void {
    const followers = tableNames.flatMap((name) =>
      laws[name].references
        .filter(({ to }) => to === table)
        .flatMap((reference) =>
          this.tables[name]
            .filter((row) => {
              const [by] = reference.by as [Record<string, string>];
              return Object.entries(by).every(([local, column]) => sameIn(column, row[local], previous[column]));
            })
            .map((row) => ({ name, row, takes: reference.takes })),
        ),
    );
    Object.assign(previous, next);
    for (const { name, row, takes } of followers) {
      for (const [local, column] of Object.entries(takes)) row[local] = next[column];
      if (name === 'bookmark') row.url = bookmarkUrl(row);
    }
  }
}

/** Columns whose default is computed from other values. */
export const computedDefaults: ReadonlySet<string> = new Set([
  'feature_package.display_order',
  'application_preference.preference_slug',
  'preference.name',
  'brief.id',
  'brief.slug',
  'brief_document.gid',
  'article.gid',
  'article.position',
  'bookmark.created_on',
  'access_token.token',
]);

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

function bookmarkUrl({ brief_gid, article_gid }: Cells): string {
  return article_gid ? `brief:${brief_gid}/article:${article_gid}` : `brief:${brief_gid}`;
}

function freeSlug(source: unknown, separator: string, taken: (slug: string) => boolean): string | undefined {
  if (typeof source !== 'string') return undefined;
  const plain = source.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  const words = plain.toLowerCase().split(/[^a-z0-9]+/);
  const slug = words.filter(Boolean).join(separator);
  for (let n = 2, free = slug; ; n++) {
    if (!taken(free)) return free;
    free = `${slug}${separator}${n}`;
  }
}
