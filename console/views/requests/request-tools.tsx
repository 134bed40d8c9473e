import type { JournalEntry } from 'briefs-mock';
import { grouped } from '../../../src/foundation/grouped.js';
import { useConsole } from '../../model/console-model.js';
import { ActionButton } from '../../parts/action-button.jsx';
import { DownloadButton } from '../../parts/download-button.jsx';
import { Folded } from '../../parts/folded.jsx';
import { WriteTestButton } from '../../parts/write-test-button.jsx';
import { HandOverButton } from './hand-over-button.jsx';
import { type RequestFilter, RequestFilters } from './request-filter.jsx';

interface RequestToolsProps {
  readonly filter: RequestFilter;
  readonly entries: readonly JournalEntry[];
  /** Those of the entries that the filters select. */
  readonly selected: readonly JournalEntry[];
}

/** The filters, and what can be done with all requests of the session. */
export function RequestTools({ filter, entries, selected }: RequestToolsProps) {
  const { api, live } = useConsole();
  return (
    <Folded summary="Filter and more">
      <RequestFilters filter={filter} entries={entries} />
      <PauseButton />
      <DownloadButton
        path="/__mock/requests.har"
        name="requests.har"
        title="A file that the developer tools of browsers open"
      >
        Save HAR
      </DownloadButton>
      <DownloadButton
        path="/__mock/trace"
        name="trace.json"
        title="Everything that happened in this session: briefs-mock --import goes on from there, briefs-mock replay repeats it"
      >
        Save trace
      </DownloadButton>
      <HandOverButton />
      <WriteTestButton title="Of everything that happened in this session" />
      <ActionButton
        disabled={live.requests.value.length === 0}
        onAct={() => api.send('DELETE', '/__mock/requests')}
        confirm="This empties the list of requests of this session. It cannot be undone. The records stay as they are."
      >
        Clear
      </ActionButton>
      <span class="quiet">{countText(entries.length, selected)}</span>
    </Folded>
  );
}

/** How many requests there are, how many of them the filters select, and how many of these failed. */
function countText(count: number, selected: readonly JournalEntry[]): string {
  const failed = selected.filter(({ status }) => status >= 400 || status === 0).length;
  const all = `${grouped(count)} ${count === 1 ? 'request' : 'requests'}`;
  const shown = selected.length === count ? all : `${grouped(selected.length)} of ${all}`;
  return failed === 0 ? shown : `${shown}, ${grouped(failed)} failed`;
}

function PauseButton() {
  const { live } = useConsole();
  const isPaused = live.isPaused.value;
  const held = live.held.value;
  return (
    <>
      <button type="button" onClick={() => live.pause(!isPaused)}>
        {isPaused ? 'Resume' : 'Pause'}
      </button>
      <span role="status" class="quiet">
        {isPaused && (held === 1 ? '1 request has arrived since' : `${held} requests have arrived since`)}
      </span>
    </>
  );
}
