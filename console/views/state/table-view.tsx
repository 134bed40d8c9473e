import { useEffect, useRef } from 'preact/hooks';
import type { TableInfo } from '../../../src/control/tables.js';
import { grouped } from '../../../src/foundation/grouped.js';
import { useConsole } from '../../model/console-model.js';
import type { ControlError } from '../../model/control-api.js';
import type { RecordKey, RecordRow, RowChange } from '../../model/row-change.js';
import { type Pages, usePages } from '../../model/use-pages.js';
import { ChangesList, countText } from '../../parts/changes-list.jsx';
import { Failure } from '../../parts/failure.jsx';
import { Link } from '../../parts/link.jsx';
import { Options } from '../../parts/options.jsx';
import { Page } from '../../parts/page.jsx';
import { SearchField } from '../../parts/search-field.jsx';
import { takeLostFocus } from '../../parts/take-lost-focus.js';
import { VirtualRows } from '../../parts/virtual-rows.jsx';
import { NewRecord } from './new-record.jsx';
import { RecordDetail } from './record-detail.jsx';
import { RowHead, TableRow } from './table-row.jsx';
import type { TablesProps } from './tables-list.jsx';

/** The height of a record on a phone, in pixels: four lines. */
const CARD = 84;

interface TableViewProps extends TablesProps {
  readonly table: TableInfo;
  /** The key of the open record. */
  readonly opened: string | undefined;
  readonly error: ControlError | undefined;
}

/** The records of a table, with search and order, and the one that is open. */
export function TableView({ tables, counts, changes, table, opened, error }: TableViewProps) {
  const { api, live, navigation, isNarrow } = useConsole();
  const { name } = table;
  const { search = '', sort = '', create } = navigation.place.value.query;
  const query = { ...(search !== '' && { search }), ...(sort !== '' && { sort }) };
  const pages = usePages<RecordRow>(
    (page) => api.get(`/__mock/data/${name}`, { ...query, ...page }),
    `${sort} ${search}`,
    live.versions.state,
  );
  const changed = new Map((changes[name] ?? []).map((change) => [change.key, change]));
  const hasDetail = opened !== undefined || create !== undefined;
  const list = useListWithFocus(hasDetail);
  return (
    <Page
      title={name}
      about={aboutText(pages, search)}
      tools={<Tools tables={tables} counts={counts} name={name} query={query} />}
    >
      <Failure error={error ?? pages.error} />
      <Differences table={name} changes={changes[name] ?? []} />
      <div class={hasDetail ? 'split open' : 'split'}>
        <div ref={list} class="list records">
          <VirtualRows
            count={pages.total ?? 0}
            rowHeight={isNarrow.value ? CARD : 32}
            label={`Records of ${name}`}
            onRange={pages.show}
            head={<RowHead table={table} sort={sort} />}
            row={(index, style) => {
              const row = pages.row(index);
              return (
                <TableRow
                  key={index}
                  table={table}
                  row={row}
                  change={row && changed.get(row[table.key] as RecordKey)}
                  index={index}
                  place={style}
                  opened={opened}
                  query={query}
                />
              );
            }}
          />
        </div>
        {opened !== undefined && (
          <RecordDetail
            key={opened}
            table={table}
            recordKey={opened}
            change={changes[name]?.find(({ key }) => String(key) === opened)}
            query={query}
          />
        )}
        {opened === undefined && create !== undefined && <NewRecord table={table} query={query} />}
      </div>
    </Page>
  );
}

/** Refers to a list that takes the focus when the record beside it is closed, or deleted: there somebody goes on. */
function useListWithFocus(hasDetail: boolean) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(
    () => (hasDetail ? () => takeLostFocus(list.current?.querySelector<HTMLElement>('.rows')) : undefined),
    [hasDetail],
  );
  return list;
}

interface ToolsProps extends Pick<TablesProps, 'tables' | 'counts'> {
  /** The table that is open. */
  readonly name: string;
  readonly query: { readonly search?: string; readonly sort?: string };
}

function Tools({ tables, counts, name, query }: ToolsProps) {
  const { navigation } = useConsole();
  const countOf = (table: string) => (counts[table] === undefined ? '…' : grouped(counts[table]));
  return (
    <>
      <Link to={['state']}>All tables</Link>
      <label>
        Table{' '}
        <select value={name} onChange={(event) => navigation.go(['state', event.currentTarget.value])}>
          <Options of={tables.map((one) => [one.name, `${one.name} (${countOf(one.name)})`])} />
        </select>
      </label>
      <SearchField placeholder="in all columns" />
      <Link class="button" to={['state', name]} query={{ ...query, create: 'yes' }}>
        New record
      </Link>
    </>
  );
}

function aboutText({ total, error }: Pages<RecordRow>, search: string): string {
  if (total === undefined) return error === undefined ? 'Loading …' : 'The records cannot be shown.';
  const records = `${grouped(total)} ${total === 1 ? 'record' : 'records'}`;
  return search === '' ? `${records}.` : `${records} with “${search}” in some column.`;
}

function Differences({ table, changes }: { readonly table: string; readonly changes: readonly RowChange[] }) {
  if (changes.length === 0) return null;
  return (
    <details class="differences">
      <summary>Differs from the baseline: {countText(changes)}</summary>
      <ChangesList changes={{ tables: { [table]: changes } }} />
    </details>
  );
}
