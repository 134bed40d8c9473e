import { useRef } from 'preact/hooks';
import type { Links } from '../../../src/control/links.js';
import type { TableInfo } from '../../../src/control/tables.js';
import { grouped } from '../../../src/foundation/grouped.js';
import { useConsole } from '../../model/console-model.js';
import { undoText } from '../../model/reset.js';
import type { RecordRow, RowChange } from '../../model/row-change.js';
import { useAnswer } from '../../model/use-answer.js';
import { useLoaded } from '../../model/use-loaded.js';
import { ActionButton } from '../../parts/action-button.jsx';
import { ChangeMark, ChangesList } from '../../parts/changes-list.jsx';
import { Failure } from '../../parts/failure.jsx';
import { Link } from '../../parts/link.jsx';
import { RecordForm } from './record-form.jsx';
import { RecordLinks } from './record-links.jsx';

interface RecordDetailProps {
  readonly table: TableInfo;
  readonly recordKey: string;
  /** How it differs from the baseline. */
  readonly change: RowChange | undefined;
  /** Search and order of the list, which stay. */
  readonly query: Readonly<Record<string, string>>;
}

/** A record: its columns, which can be edited, and the records that it has to do with. */
export function RecordDetail({ table, recordKey, change, query }: RecordDetailProps) {
  const { api, live, navigation } = useConsole();
  const { name } = table;
  const path = `/__mock/data/${name}/${encodeURIComponent(recordKey)}`;
  const loaded = useLoaded((signal) => api.get<{ data: RecordRow }>(path, {}, signal), 'record', [live.versions.state]);
  const links = useAnswer<{ data: Links }>(`${path}/links`, { topics: ['state'] });
  const { value, error } = loaded.value;
  // A record that is deleted while somebody edits it stays on the screen.
  const seen = useRef<RecordRow | undefined>(undefined);
  if (value) seen.current = value.data;
  const isGone = error?.status === 404;
  const save = async (values: RecordRow) => {
    const answer = await api.send<{ data: RecordRow }>('PATCH', path, values);
    loaded.value = { value: answer, error: undefined };
    return answer.data;
  };
  const remove = async () => {
    const place = navigation.place.value;
    await api.send('DELETE', path);
    // Somebody who has gone somewhere else meanwhile stays there.
    if (navigation.place.value === place) navigation.go(['state', name], query);
  };
  const referring = links.value?.data.referenced_by.filter(({ total }) => total > 0);
  return (
    <article class="detail" aria-label={`${name} ${recordKey}`}>
      <header class="detail-head">
        <h2>
          {name} {recordKey} {change && <ChangeMark change={change} />}
        </h2>
        <Link to={['state', name]} query={query} class="close">
          Close
        </Link>
      </header>
      {seen.current === undefined ? (
        <Failure error={error} />
      ) : (
        <RecordForm table={table} record={seen.current} change={change} isGone={isGone} onSave={save}>
          <ActionButton
            kind="danger"
            disabled={isGone}
            onAct={remove}
            confirm={`This deletes ${name} ${recordKey}. ${cascadeText(referring)} ${undoText(live)}`}
          >
            Delete
          </ActionButton>
        </RecordForm>
      )}
      {isGone && change?.after === null && <ChangesList changes={{ tables: { [name]: [change] } }} />}
      {!isGone && <Failure error={links.error} />}
      {!isGone && links.value && <RecordLinks table={name} id={recordKey} links={links.value.data} />}
    </article>
  );
}

/** `referring` is undefined while it is not known. */
function cascadeText(referring: Links['referenced_by'] | undefined): string {
  const counts = referring?.map(({ table, total }) => `${grouped(total)} of ${table}`);
  const known = counts ? `These records refer to it: ${counts.join(', ')}.` : 'Which records refer to it is not known.';
  return counts?.length === 0
    ? 'No record refers to it.'
    : `${known} Those that cannot exist without it are deleted too, and in turn those that need them.`;
}
