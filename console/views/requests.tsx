import type { JournalEntry } from 'briefs-mock';
import { useEffect, useRef } from 'preact/hooks';
import { useConsole } from '../model/console-model.js';
import { KEPT_REQUESTS } from '../model/live.js';
import { ActionButton } from '../parts/action-button.jsx';
import { DownloadButton } from '../parts/download-button.jsx';
import { Folded } from '../parts/folded.jsx';
import { Link } from '../parts/link.jsx';
import { Page } from '../parts/page.jsx';
import { VirtualRows } from '../parts/virtual-rows.jsx';
import { WriteTestButton } from '../parts/write-test-button.jsx';
import { HandOverButton } from './requests/hand-over-button.jsx';
import { pageLoadsOf } from './requests/page-loads.js';
import { RequestDetail } from './requests/request-detail.jsx';
import { filterOf, matches, RequestFilters } from './requests/request-filter.jsx';
import { RequestHead, RequestRow } from './requests/request-row.jsx';
import { useRequestKeys } from './requests/use-request-keys.js';

/** The height of a request on a phone, in pixels. */
const CARD = 92;

/** The requests to the three APIs, live, and what one of them did: `#/requests/17`. */
export function Requests({ path: [opened] }: { readonly path: readonly string[] }) {
  const { api, live, navigation, isNarrow } = useConsole();
  const filter = filterOf(navigation.place.value.query);
  const all = live.requests.value;
  const entries = all.filter((entry) => matches(filter, entry));
  const loads = pageLoadsOf(entries);
  /** The request that is open or was open last. */
  const last = useRef(opened);
  last.current = opened ?? last.current;
  const split = useRef<HTMLDivElement>(null);
  useRequestKeys(split, entries, opened);
  const isEmpty = entries.length === 0;
  const keepStill = useStillRows(isEmpty);
  const filters = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  return (
    <Page
      title="Requests"
      about="The requests to the three APIs, newest first. Open one to see why it was refused and what it changed."
      tools={
        <Folded summary="Filter and more">
          <RequestFilters filter={filter} entries={all} />
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
            disabled={all.length === 0}
            onAct={() => api.send('DELETE', '/__mock/requests')}
            confirm="This empties the list of requests of this session. It cannot be undone. The records stay as they are."
          >
            Clear
          </ActionButton>
        </Folded>
      }
    >
      <div ref={split} tabIndex={-1} class={opened === undefined ? 'split' : 'split open'}>
        {isEmpty ? (
          <NoRequests isFiltered={all.length > 0} />
        ) : (
          <div
            class="list requests"
            onPointerEnter={({ pointerType }) => pointerType === 'mouse' && keepStill({ isPointedAt: true })}
            onPointerLeave={() => keepStill({ isPointedAt: false })}
          >
            <NewRequests
              onShow={() => {
                split.current?.querySelector('.rows')?.scrollTo(0, 0);
                keepStill({ isPointedAt: false, isScrolled: false });
              }}
            />
            <VirtualRows
              count={entries.length}
              rowHeight={isNarrow.value ? CARD : 32}
              label="Requests"
              head={<RequestHead />}
              onScrolled={(isAtTop) => keepStill({ isScrolled: !isAtTop })}
              row={(index, style) => {
                const entry = entries[index] as JournalEntry;
                const isOpen = String(entry.entry) === opened;
                const wasOpen = opened === undefined && String(entry.entry) === last.current;
                const load = loads.get(entry);
                return <RequestRow key={entry.entry} {...{ entry, index, style, isOpen, wasOpen, filters, load }} />;
              }}
            />
          </div>
        )}
        {opened !== undefined && <RequestDetail key={opened} entry={opened} filters={filters} />}
      </div>
    </Page>
  );
}

/** Why rows stay where they are. */
interface Still {
  /** The mouse is over them. */
  readonly isPointedAt: boolean;
  /** Somebody has scrolled to older ones. */
  readonly isScrolled: boolean;
}

/** What keeps the rows where they are, or lets new ones in. */
function useStillRows(isEmpty: boolean): (change: Partial<Still>) => void {
  const { live } = useConsole();
  const still = useRef<Still>({ isPointedAt: false, isScrolled: false });
  const keepStill = (change: Partial<Still>) => {
    still.current = { ...still.current, ...change };
    live.keepStill(still.current.isPointedAt || still.current.isScrolled);
  };
  // A list that is no longer there does not say that the mouse has left it.
  useEffect(() => () => keepStill({ isPointedAt: false, isScrolled: false }), [isEmpty]);
  return keepStill;
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

/** How many requests wait until the list need not stand still, and the way to them. */
function NewRequests({ onShow }: { readonly onShow: () => void }) {
  const { live } = useConsole();
  const count = live.held.value;
  if (live.isPaused.value || count === 0) return null;
  return (
    <button type="button" class="arrived" title="Go to the newest requests" onClick={onShow}>
      {count < KEPT_REQUESTS ? count : `${KEPT_REQUESTS} or more`} new
    </button>
  );
}

function NoRequests({ isFiltered }: { readonly isFiltered: boolean }) {
  const { live, navigation, origin } = useConsole();
  if (live.connection.value === 'connecting') return <p class="quiet">Loading …</p>;
  if (isFiltered) {
    return (
      <div class="card">
        <p>No request matches the filters.</p>
        <button type="button" onClick={() => navigation.filter({ method: '', text: '', person: '', status: '' })}>
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
