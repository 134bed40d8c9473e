import type { TableInfo } from '../../../src/control/tables.js';
import { grouped } from '../../../src/foundation/grouped.js';
import type { RowChange } from '../../model/row-change.js';
import { countText } from '../../parts/changes-list.jsx';
import { Link } from '../../parts/link.jsx';
import { Table } from '../../parts/table.jsx';

export interface TablesProps {
  readonly tables: readonly TableInfo[];
  /** The number of records, by table. */
  readonly counts: Readonly<Record<string, number>>;
  /** What differs from the baseline, by table. */
  readonly changes: Readonly<Record<string, readonly RowChange[]>>;
}

/** The tables, those first that differ from the baseline. */
export function TablesList({ tables, counts, changes }: TablesProps) {
  const changed = tables.filter(({ name }) => changes[name]);
  const others = tables.filter(({ name }) => !changes[name]);
  return (
    <div class="scroll-x">
      <Table
        class="tables"
        aria-label="Tables"
        columns={['Table', 'Records', 'Differs from the baseline']}
        counts={['Records']}
      >
        {[...changed, ...others].map(({ name }) => (
          <tr key={name}>
            <th scope="row">
              <Link to={['state', name]}>{name}</Link>
            </th>
            <td class="count" data-label="records:">
              {counts[name] !== undefined && grouped(counts[name])}
            </td>
            <td class="differing">{countText(changes[name] ?? [])}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}
