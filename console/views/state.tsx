import type { StateChanges } from 'briefs-mock';
import type { TableInfo } from '../../src/control/tables.js';
import { useAnswer } from '../model/use-answer.js';
import { Failure } from '../parts/failure.jsx';
import { Link } from '../parts/link.jsx';
import { Page } from '../parts/page.jsx';
import { TableView } from './state/table-view.jsx';
import { TablesList } from './state/tables-list.jsx';

/** The records: `#/state`, `#/state/user`, `#/state/user/3`. */
export function State({ path: [name, key] }: { readonly path: readonly string[] }) {
  const tables = useAnswer<{ data: TableInfo[] }>('/__mock/tables');
  const counts = useAnswer<{ data: Record<string, number> }>('/__mock/data', { topics: ['state'] });
  const changes = useAnswer<{ data: StateChanges }>('/__mock/changes', { topics: ['state'] });
  if (tables.value === undefined) return <Failure error={tables.error} />;
  const table = tables.value.data.find((one) => one.name === name);
  const shared = {
    tables: tables.value.data,
    counts: counts.value?.data ?? {},
    changes: changes.value?.data.tables ?? {},
  };
  if (name === undefined) {
    return (
      <Page title="State" about="All records of this session, by table.">
        <Failure error={counts.error ?? changes.error} />
        <TablesList {...shared} />
      </Page>
    );
  }
  if (table === undefined) {
    return (
      <Page title="State" about={`There is no table ${name}.`}>
        <p>
          <Link to={['state']}>All tables</Link>
        </p>
      </Page>
    );
  }
  return <TableView key={name} {...shared} table={table} opened={key} error={changes.error} />;
}
