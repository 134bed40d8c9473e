import { definitions, type TableName } from '../model/tables.js';

/** The names of the columns of a table. */
export function columnNames(table: TableName): string[] {
  return Object.keys(definitions[table].columns);
}
