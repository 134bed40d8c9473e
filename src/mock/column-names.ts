import { definitions, type TableName } from '../model/tables.js';

export function columnNames(table: TableName): string[] {
  return Object.keys(definitions[table].columns);
}
