import type { HistoryEntry } from 'briefs-mock';
import { useConsole } from '../../model/console-model.js';
import { useAnswer } from '../../model/use-answer.js';
import { useChangesOf } from '../../model/use-changes-of.js';
import type { ListedHistory } from '../../model/use-kept-revisions.js';
import { clockText, countsText, type RecordCounts } from '../../parts/changes-list.jsx';
import { Failure } from '../../parts/failure.jsx';
import { Link } from '../../parts/link.jsx';
import { Table } from '../../parts/table.jsx';
import { timeText } from '../../parts/time-text.js';
import { CauseOf, isOfClock } from './cause.jsx';

/** Changes on one page. */
const SIZE = 50;

/** The changes, newest first; `before` in the address leads to older ones. */
export function HistoryList() {
  const { navigation } = useConsole();
  const { before } = navigation.place.value.query;
  const { value, error } = useAnswer<ListedHistory>('/__mock/history', {
    query: { limit: SIZE, before },
    topics: ['state'],
  });
  const entries = value?.data.toReversed() ?? [];
  const oldest = entries.at(-1)?.revision ?? 0;
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      <Failure error={error} />
      {value !== undefined && entries.length === 0 && <p class="quiet">Nothing has changed yet.</p>}
      {entries.length > 0 && (
        <Table class="history" columns={['Revision', 'Cause', 'Changed', 'Time of the mock']}>
          {entries.map((entry) => (
            <tr key={entry.revision}>
              <td>
                <Link to={['time', entry.revision]}>{entry.revision}</Link>
              </td>
              <td>
                <CauseOf entry={entry} />
              </td>
              <td>{isOfClock(entry) ? <ClockChange revision={entry.revision} /> : <Counts tables={entry.tables} />}</td>
              <td>{timeText(entry.at)}</td>
            </tr>
          ))}
        </Table>
      )}
      <p class="actions">
        {before !== undefined && <Link to={['time']}>Newest</Link>}
        {value !== undefined && value.total > entries.length && (
          <Link to={['time']} query={{ before: String(oldest) }}>
            Older
          </Link>
        )}
      </p>
    </section>
  );
}

/** The number of changed records of each table. */
function Counts({ tables }: { readonly tables: HistoryEntry['tables'] }) {
  const changed = Object.entries(tables as Record<string, RecordCounts>);
  if (changed.length === 0) return <span class="quiet">none</span>;
  return <>{changed.map(([table, counts]) => `${table}: ${countsText(counts)}`).join('; ')}</>;
}

/** From when to when the clock went. */
function ClockChange({ revision }: Pick<HistoryEntry, 'revision'>) {
  const { changes } = useChangesOf(revision);
  if (changes === undefined) return <span class="quiet">…</span>;
  const { clock } = changes;
  if (clock === undefined) return <span class="quiet">none</span>;
  return (
    <>
      {clockText(clock.before)} → {clockText(clock.after)}
    </>
  );
}
