import { useConsole } from '../../model/console-model.js';
import { Link } from '../../parts/link.jsx';
import type { Draft } from './draft.js';
import { RecordForm } from './record-form.jsx';
import type { Key, Row, Table } from './tables.js';

interface NewRecordProps {
  readonly table: Table;
  /** Search and order of the list, which stay. */
  readonly query: Readonly<Record<string, string>>;
}

/** A new record: `#/state/bookmark?create=yes&set.email=ann@reader.example` */
export function NewRecord({ table, query }: NewRecordProps) {
  const { api, navigation } = useConsole();
  const { name, key, columns } = table;
  const given = navigation.place.value.query;
  const draft: Draft = Object.fromEntries(
    columns.flatMap(({ name, kind }) => {
      const text = given[`set.${name}`];
      return text === undefined ? [] : [[name, kind === 'boolean' ? text === 'true' : text]];
    }),
  );
  const create = async (values: Row) => {
    const { data } = await api.send<{ data: Row }>('POST', `/__mock/data/${name}`, values);
    navigation.go(['state', name, data[key] as Key], query);
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
