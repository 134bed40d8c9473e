import { malformed } from '../../src/foundation/mock-error.js';
import { schemas } from '../../src/model/table-schema.js';
import { type TableName, tableNames } from '../../src/model/tables.js';

/** @throws MockError `malformed_data` for a name that is not a table and a column of it */
export function expectColumns(names: readonly string[]): void {
  for (const name of names) {
    const [table = '', column = '', ...rest] = name.split('.');
    const columns = Object.hasOwn(schemas, table) ? schemas[table as TableName].columns : undefined;
    if (columns?.includes(column) && rest.length === 0) continue;
    const allowed =
      columns === undefined ? `the tables are ${tableNames.join(', ')}` : `the columns are ${columns.join(', ')}`;
    throw malformed(`--keep takes table.column, such as user.fname, and not ${name}; ${allowed}`);
  }
}
