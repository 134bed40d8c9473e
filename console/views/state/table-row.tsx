import type { ColumnInfo, TableInfo } from '../../../src/control/tables.js';
import { useConsole } from '../../model/console-model.js';
import type { RecordKey, RecordRow, RowChange } from '../../model/row-change.js';
import { ChangeMark } from '../../parts/changes-list.jsx';
import { Link } from '../../parts/link.jsx';
import { valueText } from './value-text.js';

/** Widths in rem. */
const widths: Readonly<Record<ColumnInfo['kind'], number>> = { number: 4.5, boolean: 4.5, string: 12.5, nested: 16 };
/** That of a mark beside a key. */
const MARK = 4;

/** The width of a column in rem: enough for most values and for its name. */
function widthOf({ key }: TableInfo, { name, kind, values = [] }: ColumnInfo): number {
  const longest = Math.max(name.length + 3, ...values.map(({ length }) => length));
  return Math.max(values.length > 0 ? 6 : widths[kind], longest * 0.55 + 1) + (name === key ? MARK : 0);
}

/** The width of columns as a property, which the style sheet uses where there is room for columns. */
function widthStyle(table: TableInfo, columns: readonly ColumnInfo[]): Readonly<Record<string, string>> {
  return { '--width': `${columns.reduce((sum, column) => sum + widthOf(table, column), 0)}rem` };
}

/** The names of the columns, each with a button that sorts by it. */
export function RowHead({ table, sort }: { readonly table: TableInfo; readonly sort: string }) {
  return (
    <div role="row" class="row head" style={widthStyle(table, table.columns)}>
      {table.columns.map((column) => (
        <ColumnHead key={column.name} table={table} column={column} sort={sort} />
      ))}
    </div>
  );
}

interface ColumnHeadProps {
  readonly table: TableInfo;
  readonly column: ColumnInfo;
  readonly sort: string;
}

function ColumnHead({ table, column, sort }: ColumnHeadProps) {
  const { navigation } = useConsole();
  const { name, kind } = column;
  const order = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none';
  // The third click is the order of the keys again.
  const next = { none: name, ascending: `-${name}`, descending: '' }[order];
  const arrow = { none: '', ascending: ' ↑', descending: ' ↓' }[order];
  return (
    <span role="columnheader" aria-sort={order} class="cell" style={widthStyle(table, [column])}>
      {kind === 'nested' ? (
        name
      ) : (
        <button type="button" class="sort" onClick={() => navigation.filter({ sort: next })}>
          {name}
          <span aria-hidden="true">{arrow}</span>
        </button>
      )}
    </span>
  );
}

interface TableRowProps {
  readonly table: TableInfo;
  /** Undefined until it is loaded. */
  readonly row: RecordRow | undefined;
  readonly change: RowChange | undefined;
  readonly index: number;
  /** Where the row is. */
  readonly place: Readonly<Record<string, string>>;
  /** The key of the open record. */
  readonly opened: string | undefined;
  readonly query: Readonly<Record<string, string>>;
}

export function TableRow({ table, row, change, index, place, opened, query }: TableRowProps) {
  const style = { ...place, ...widthStyle(table, table.columns) };
  if (row === undefined) {
    return (
      <div role="row" aria-rowindex={index + 2} aria-busy="true" class="row quiet" style={style}>
        <span role="cell" class="cell">
          Loading …
        </span>
      </div>
    );
  }
  const key = row[table.key] as RecordKey;
  const isOpen = String(key) === opened;
  return (
    <div role="row" aria-rowindex={index + 2} class={isOpen ? 'row selected' : 'row'} style={style}>
      {table.columns.map((column) => {
        const { name } = column;
        const isKey = name === table.key;
        const label = isKey ? undefined : name;
        return (
          <span key={name} role="cell" class="cell" data-label={label} style={widthStyle(table, [column])}>
            {isKey ? (
              <>
                <Link to={['state', table.name, key]} query={query} current={isOpen} class="row-link">
                  {key}
                </Link>{' '}
                {change && <ChangeMark change={change} />}
              </>
            ) : (
              <Value value={row[name]} change={change?.columns?.includes(name) ? change : undefined} name={name} />
            )}
          </span>
        );
      })}
    </div>
  );
}

interface ValueProps {
  readonly value: unknown;
  readonly name: string;
  /** Given if the value differs from that of the baseline. */
  readonly change: RowChange | undefined;
}

function Value({ value, name, change }: ValueProps) {
  const text = value === null ? <span class="quiet">null</span> : valueText(value);
  if (change === undefined) return <>{text}</>;
  return <mark title={`In the baseline: ${valueText(change.before?.[name])}`}>{text}</mark>;
}
