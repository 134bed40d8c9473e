import type { Mock } from 'briefs-mock';
import { records } from 'briefs-mock/schemas';
import { Model } from './state-model.js';
import { type Cells, comparableColumns, isNullable, keyOf, kindOf, laws, sameIn, tableNames } from './state-tables.js';
import { tableOf } from './state-world.js';

/** Errors in the records of a mock, found by scans: invalid records, references, unique constraints and counters. */
export function faultsOf(mock: Mock): string[] {
  const model = Model.of(mock.snapshot());
  return tableNames.flatMap((table) => {
    const rows = tableOf(mock, table).getAll();
    const key = keyOf(table);
    const faults: string[] = [];
    for (const row of rows) {
      const name = `${table} ${row[key]}`;
      if (!records[table].safeParse(row).success) faults.push(`${name} has not the shape of its table`);
      for (const reference of laws[table].references) {
        if (model.isBroken(reference, row)) faults.push(`${name} refers to no ${reference.to}`);
      }
      for (const columns of [[key], ...laws[table].unique]) {
        const has = (other: Cells) => columns.every((column) => sameIn(table, column, other[column], row[column]));
        if (columns.every((column) => row[column] !== null) && rows.filter(has).length !== 1) {
          faults.push(`${name} shares its ${columns.join(', ')}`);
        }
      }
      if (typeof row[key] === 'number' && row[key] > model.made[table]) faults.push(`${name} was never counted`);
    }
    return faults;
  });
}

/** Queries by value whose result differs from a scan of all records. */
export function disagreementsOf(mock: Mock): string[] {
  return tableNames.flatMap((table) => {
    const collection = tableOf(mock, table);
    const all = collection.getAll();
    const disagreements: string[] = [];
    const compare = (values: Cells) => {
      const columns = Object.keys(values);
      const where = Object.fromEntries(columns.map((column) => [column, { equals: values[column] }]));
      const scanned = all.filter((row) =>
        columns.every((column) => sameIn(table, column, row[column], values[column])),
      );
      const found = collection.findMany({ where });
      const counted = collection.count({ where });
      const first = collection.findFirst({ where });
      if (
        JSON.stringify(found) !== JSON.stringify(scanned) ||
        counted !== scanned.length ||
        JSON.stringify(first) !== JSON.stringify(scanned[0] ?? null)
      ) {
        disagreements.push(`${table} ${JSON.stringify(where)}: ${JSON.stringify(found)}`);
      }
    };
    for (const column of comparableColumns(table)) {
      const values = new Set(all.map((row) => row[column]));
      const others = [0, '', 'nowhere', true].filter((value) => typeof value === kindOf(table, column));
      const nulls = isNullable(table, column) ? [null] : [];
      for (const value of [...values, ...nulls, ...others]) {
        compare({ [column]: value });
        if (typeof value === 'string' && value !== '') compare({ [column]: value.toUpperCase() });
      }
    }
    for (const columns of [...laws[table].unique, ...laws[table].references.flatMap(({ by }) => by.map(Object.keys))]) {
      for (const row of all) compare(Object.fromEntries(columns.map((column) => [column, row[column]])));
    }
    return disagreements;
  });
}
