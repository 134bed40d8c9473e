import type { JournalEntry } from 'briefs-mock';
import { useEffect, useRef } from 'preact/hooks';
import { useConsole } from '../../model/console-model.js';
import { KEPT_REQUESTS } from '../../model/live.js';
import { VirtualRows } from '../../parts/virtual-rows.jsx';
import { pageLoadsOf } from './page-loads.js';
import { RequestHead, RequestRow } from './request-row.jsx';

/** The height of a request on a phone, in pixels. */
const CARD = 92;

interface RequestListProps {
  readonly entries: readonly JournalEntry[];
  /** The number of the request that is open. */
  readonly opened: string | undefined;
  /** The request that is open or was open last. */
  readonly last: string | undefined;
}

/** The requests, newest first. Its rows stay where they are while somebody looks at them. */
export function RequestList({ entries, opened, last }: RequestListProps) {
  const { isNarrow } = useConsole();
  const list = useRef<HTMLDivElement>(null);
  const keepStill = useStillRows();
  const loads = pageLoadsOf(entries);
  return (
    <div
      ref={list}
      class="list requests"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && keepStill({ isPointedAt: true })}
      onPointerLeave={() => keepStill({ isPointedAt: false })}
      onFocusIn={({ target }) => keepStill({ isFocused: (target as Element).matches('.rows-body :focus-visible') })}
      onFocusOut={() => keepStill({ isFocused: false })}
    >
      <NewRequests
        onShow={() => {
          list.current?.querySelector('.rows')?.scrollTo(0, 0);
          keepStill(NOT_STILL);
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
          const wasOpen = opened === undefined && String(entry.entry) === last;
          const load = loads.get(entry);
          return <RequestRow key={entry.entry} {...{ entry, index, style, isOpen, wasOpen, load }} />;
        }}
      />
    </div>
  );
}

/** Why rows stay where they are. */
interface Still {
  /** The mouse is over them. */
  readonly isPointedAt: boolean;
  /** Somebody has scrolled to older ones. */
  readonly isScrolled: boolean;
  /** One has the focus, of the keyboard. */
  readonly isFocused: boolean;
}

const NOT_STILL: Still = { isPointedAt: false, isScrolled: false, isFocused: false };

/** What keeps the rows where they are, or lets new ones in. */
function useStillRows(): (change: Partial<Still>) => void {
  const { live } = useConsole();
  const still = useRef<Still>(NOT_STILL);
  const keepStill = (change: Partial<Still>) => {
    still.current = { ...still.current, ...change };
    live.keepStill(Object.values(still.current).includes(true));
  };
  // A list that is no longer there does not say that the mouse has left it.
  useEffect(() => () => keepStill(NOT_STILL), []);
  return keepStill;
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
