import type { JournalEntry } from 'briefs-mock';
import { useEffect, useRef } from 'preact/hooks';
import { useConsole } from '../model/console-model.js';
import { ActionButton } from '../parts/action-button.jsx';
import { DownloadButton } from '../parts/download-button.jsx';
import { Link } from '../parts/link.jsx';
import { Page } from '../parts/page.jsx';
import { VirtualRows } from '../parts/virtual-rows.jsx';
import { WriteTestButton } from '../parts/write-test-button.jsx';
import { focusedBeside } from './requests/focused-beside.js';
import { durationText, Marks } from './requests/marks.jsx';
import { pathText } from './requests/path-text.js';
import { RequestDetail } from './requests/request-detail.jsx';
import { filterOf, matches, RequestFilters } from './requests/request-filter.jsx';
import { StatusText } from './requests/status-text.jsx';

/** The requests to the three APIs, live, and what one of them did: `#/requests/17`. */
export function Requests({ path: [opened] }: { readonly path: readonly string[] }) {
  const { api, live, navigation } = useConsole();
  const filter = filterOf(navigation.place.value.query);
  const all = live.requests.value;
  const entries = all.filter((entry) => matches(filter, entry));
  /** The request that is open or was open last. */
  const last = useRef(opened);
  last.current = opened ?? last.current;
  const filters = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  return (
    <Page
      title="Requests"
      about="The requests to the three APIs, newest first. Open one to see why it was refused and what it changed."
      tools={
        <>
          <RequestFilters filter={filter} entries={all} />
          <PauseButton />
          <DownloadButton
            path="/__mock/requests.har"
            name="requests.har"
            title="A file that the developer tools of browsers open"
          >
            Download as HAR
          </DownloadButton>
          <DownloadButton
            path="/__mock/trace"
            name="trace.json"
            title="Everything that happened in this session: briefs-mock --import goes on from there, briefs-mock replay repeats it"
          >
            Download the trace
          </DownloadButton>
          <WriteTestButton title="Of everything that happened in this session" />
          <ActionButton
            disabled={all.length === 0}
            onAct={() => api.send('DELETE', '/__mock/requests')}
            confirm="This empties the list of requests of this session. It cannot be undone. The records stay as they are."
          >
            Clear
          </ActionButton>
        </>
      }
    >
      <div class={opened === undefined ? 'split' : 'split open'}>
        {entries.length === 0 ? (
          <NoRequests isFiltered={all.length > 0} />
        ) : (
          <div class="list requests">
            <VirtualRows
              count={entries.length}
              rowHeight={32}
              label="Requests"
              head={<Head />}
              row={(index, style) => {
                const entry = entries[index] as JournalEntry;
                const isOpen = String(entry.entry) === opened;
                const wasOpen = opened === undefined && String(entry.entry) === last.current;
                return <Row key={entry.entry} {...{ entry, index, style, isOpen, wasOpen, filters }} />;
              }}
            />
          </div>
        )}
        {opened !== undefined && <RequestDetail key={opened} entry={opened} filters={filters} />}
      </div>
    </Page>
  );
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

function NoRequests({ isFiltered }: { readonly isFiltered: boolean }) {
  const { live, navigation, origin } = useConsole();
  if (live.connection.value === 'connecting') return <p class="quiet">Loading …</p>;
  if (isFiltered) {
    return (
      <div class="card">
        <p>No request matches the filters.</p>
        <button type="button" onClick={() => navigation.filter({ method: '', path: '', status: '' })}>
          Show all requests
        </button>
      </div>
    );
  }
  return (
    <div class="card">
      <p>No requests yet. They appear here as soon as your application or a test makes them.</p>
      {origin !== undefined && (
        <p class="quiet">
          The three APIs are below <code>{origin}</code>. The view <Link to={['people']}>People</Link> has tokens to
          copy.
        </p>
      )}
    </div>
  );
}

const columns = [
  { name: 'Time', class: 'time' },
  { name: 'Method', class: 'method' },
  { name: 'Path', class: 'wide' },
  { name: 'Status', class: 'status' },
  { name: 'Person', class: 'person' },
  { name: 'Marks', class: 'marks' },
  { name: 'Duration', class: 'duration' },
];

function Head() {
  return (
    <div role="row" class="row head">
      {columns.map(({ name, class: column }) => (
        <span key={name} role="columnheader" class={`cell ${column}`}>
          {name}
        </span>
      ))}
    </div>
  );
}

interface RowProps {
  readonly entry: JournalEntry;
  readonly index: number;
  readonly style: { readonly transform: string; readonly height: string };
  readonly isOpen: boolean;
  /** Whether it is the one that was closed: the focus comes back to it. */
  readonly wasOpen: boolean;
  readonly filters: Readonly<Record<string, string>>;
}

function Row({ entry, index, style, isOpen, wasOpen, filters }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wasOpen && focusedBeside(row.current) === null) row.current?.querySelector('a')?.focus();
  }, [wasOpen]);
  return (
    <div ref={row} role="row" aria-rowindex={index + 2} class={isOpen ? 'row selected' : 'row'} style={style}>
      <span role="cell" class="cell time">
        <time dateTime={entry.wall_time}>{new Date(entry.wall_time).toTimeString().slice(0, 8)}</time>
      </span>
      <span role="cell" class="cell method">
        {entry.method}
      </span>
      <span role="cell" class="cell wide">
        <Link to={['requests', entry.entry]} query={filters} current={isOpen} class="row-link">
          {pathText(entry)}
        </Link>
      </span>
      <span role="cell" class="cell status">
        <StatusText entry={entry} />
      </span>
      <span role="cell" class="cell person">
        {entry.email}
      </span>
      <span role="cell" class="cell marks">
        <Marks entry={entry} />
      </span>
      <span role="cell" class="cell duration">
        {durationText(entry)}
      </span>
    </div>
  );
}
