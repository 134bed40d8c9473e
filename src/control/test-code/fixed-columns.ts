import type { TableName } from '../../model/tables.js';

/** Whether a column has the same value in all updates of a record. Only a record that takes the key of a removed one differs there. */
export function isFixed(table: TableName, column: string): boolean {
  return (table === 'brief_document' && column === 'brief_id') || (table === 'article' && column === 'brief_gid');
}
