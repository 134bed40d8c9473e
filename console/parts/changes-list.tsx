import { useSignal } from '@preact/signals';
import type { StateChanges } from 'briefs-mock';
import type { RowChange } from '../model/row-change.js';
import { Disclosure } from './disclosure.jsx';
import { Link } from './link.jsx';
import { Table } from './table.jsx';
import { timeText } from './time-text.js';

/** Records of a table that are drawn at first, and more with each click: a reset can change thousands. */
const PAGE = 50;
/** Up to this number of records, all are open. */
const FEW = 5;

interface ChangesListProps {
  readonly changes: Omit<StateChanges, 'tables'> & {
    readonly tables: Readonly<Record<string, readonly RowChange[]>>;
  };
  /** The text if nothing differs. */
  readonly none?: string;
}

/** What differs between two states: per table, the values before and after. Its headings are of level 3. */
export function ChangesList({ changes, none = 'Nothing differs.' }: ChangesListProps) {
  const { tables, clock, scenario, seed, counters = {} } = changes;
  const changed = Object.entries(tables);
  const records = changed.reduce((sum, [, list]) => sum + list.length, 0);
  const others = [
    ...(clock ? [{ name: 'Clock', before: clockText(clock.before), after: clockText(clock.after) }] : []),
    ...(scenario ? [{ name: 'Scenario', ...scenario }] : []),
    ...(seed ? [{ name: 'Seed', ...seed }] : []),
    ...Object.entries(counters).map(([table, change]) => ({ name: `Last id that was given in ${table}`, ...change })),
  ];
  const isAllOpen = useSignal(false);
  if (records === 0 && others.length === 0) return <p class="quiet">{none}</p>;
  return (
    <div class="changes">
      {records > FEW && (
        <button type="button" aria-pressed={isAllOpen.value} onClick={() => (isAllOpen.value = !isAllOpen.value)}>
          Open all
        </button>
      )}
      {changed.map(([table, list]) => (
        <TableChanges key={table} table={table} records={list} isOpen={records <= FEW || isAllOpen.value} />
      ))}
      {others.length > 0 && (
        <section>
          <h3>Besides the records</h3>
          <BeforeAfter label="Changes besides the records" what="What" rows={others} />
        </section>
      )}
    </div>
  );
}

interface TableChangesProps {
  readonly table: string;
  readonly records: readonly RowChange[];
  readonly isOpen: boolean;
}

function TableChanges({ table, records, isOpen }: TableChangesProps) {
  const shown = useSignal(PAGE);
  return (
    <section aria-label={`Changes of ${table}`}>
      <h3>
        {table} <span class="quiet">{countText(records)}</span>
      </h3>
      {records.slice(0, shown.value).map((record) => (
        <RecordChange key={`${record.key} ${isOpen}`} table={table} record={record} isOpen={isOpen} />
      ))}
      {records.length > shown.value && (
        <button type="button" onClick={() => (shown.value += PAGE)}>
          Show {Math.min(PAGE, records.length - shown.value)} more of {records.length}
        </button>
      )}
    </section>
  );
}

interface RecordChangeProps {
  readonly table: string;
  readonly record: RowChange;
  readonly isOpen: boolean;
}

function RecordChange({ table, record, isOpen }: RecordChangeProps) {
  const { key, before, after } = record;
  const columns = record.columns ?? Object.keys(after ?? before ?? {});
  const rows = columns.map((name) => ({ name, before: before?.[name], after: after?.[name] }));
  const summary = (
    <>
      <ChangeMark change={record} /> {table} {key}
      {record.columns && <span class="quiet"> {record.columns.join(', ')}</span>}
    </>
  );
  return (
    <Disclosure summary={summary} isOpen={isOpen}>
      {() => (
        <>
          <BeforeAfter label={`Changes of ${table} ${key}`} what="Column" rows={rows} />
          {after !== null && (
            <Link to={['state', table, key]}>
              Open {table} {key}
            </Link>
          )}
        </>
      )}
    </Disclosure>
  );
}

interface BeforeAfterProps {
  readonly label: string;
  readonly what: string;
  /** `undefined`: there is no record, so there is no value. */
  readonly rows: readonly { readonly name: string; readonly before: unknown; readonly after: unknown }[];
}

function BeforeAfter({ label, what, rows }: BeforeAfterProps) {
  return (
    <Table class="before-after" aria-label={label} columns={[what, 'Before', 'After']}>
      {rows.map(({ name, before, after }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <Value value={before} />
          <Value value={after} />
        </tr>
      ))}
    </Table>
  );
}

function Value({ value }: { readonly value: unknown }) {
  if (value === undefined) return <td class="quiet">–</td>;
  if (value === null) return <td class="quiet">null</td>;
  if (value === '') return <td class="quiet">empty text</td>;
  return <td class="value">{typeof value === 'string' ? value : JSON.stringify(value)}</td>;
}

/** Such as `2026-03-04 09:00:00 UTC, frozen`. */
export function clockText({ now, frozen }: { readonly now: string; readonly frozen: boolean }): string {
  return `${timeText(now)}, ${frozen ? 'frozen' : 'running'}`;
}

/** How a record differs, in a word. */
export function ChangeMark({ change }: { readonly change: RowChange }) {
  const kind = kindOf(change);
  return <span class={`badge ${kind}`}>{kind}</span>;
}

/** How many records of a table were changed. */
export type RecordCounts = Readonly<Record<'created' | 'updated' | 'removed', number>>;

function kindOf({ before, after }: RowChange): keyof RecordCounts {
  if (before === null) return 'created';
  return after === null ? 'removed' : 'updated';
}

/** Such as `1 created, 2 removed`. */
export function countText(records: readonly RowChange[]): string {
  const counts = { created: 0, updated: 0, removed: 0 };
  for (const record of records) counts[kindOf(record)]++;
  return countsText(counts);
}

/** Such as `1 created, 2 removed`. */
export function countsText(counts: RecordCounts): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
}
