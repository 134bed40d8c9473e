import type { TableInfo } from '../../../src/control/tables.js';
import { useConsole } from '../../model/console-model.js';
import type { RecordKey, RecordRow } from '../../model/row-change.js';
import { Link } from '../../parts/link.jsx';
import type { RecordDraft } from './draft.js';
import { RecordForm } from './record-form.jsx';

interface NewRecordProps {
  readonly table: TableInfo;
  /** Search and order of the list, which stay. */
  readonly query: Readonly<Record<string, string>>;
}

/** A new record: `#/state/bookmark?create=yes&set.email=ann@reader.example` */
export function NewRecord({ table, query }: NewRecordProps) {
  const { api, navigation } = useConsole();
  const { name, key, columns } = table;
  const place = navigation.place.value;
  const draft: RecordDraft = Object.fromEntries(
    columns.flatMap(({ name, kind }) => {
      const text = place.query[`set.${name}`];
      return text === undefined ? [] : [[name, kind === 'boolean' ? text === 'true' : text]];
    }),
  );
  const create = async (values: RecordRow) => {
    const { data } = await api.send<{ data: RecordRow }>('POST', `/__mock/data/${name}`, values);
    // Somebody who has gone somewhere else meanwhile stays there.
    if (navigation.place.value === place) navigation.go(['state', name, data[key] as RecordKey], query);
    return data;
  };
  return (
    <article class="detail" aria-label={`New ${name}`}>
      <header class="detail-head">
        <h2>New {name}</h2>
        <Link to={['state', name]} query={query} class="close">
          Close
        </Link>
      </header>
      <p class="quiet">Fields that you leave alone get their default.</p>
      <RecordForm table={table} draft={draft} onSave={create} />
    </article>
  );
}
