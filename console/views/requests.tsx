import { useRef } from 'preact/hooks';
import { useConsole } from '../model/console-model.js';
import { Page } from '../parts/page.jsx';
import { HoldRulesProvider, useLoadedHoldRules } from './requests/hold-rules.js';
import { NoRequests } from './requests/no-requests.jsx';
import { RequestDetail } from './requests/request-detail.jsx';
import { filterOf, matches } from './requests/request-filter.jsx';
import { RequestList } from './requests/request-list.jsx';
import { RequestTools } from './requests/request-tools.jsx';
import { useRequestKeys } from './requests/use-request-keys.js';

/** The requests to the three APIs, live, and what one of them did: `#/requests/17`. */
export function Requests({ path: [opened] }: { readonly path: readonly string[] }) {
  const { live, navigation } = useConsole();
  const filter = filterOf(navigation.place.value.query);
  const all = live.requests.value;
  const entries = all.filter((entry) => matches(filter, entry));
  const last = useLast(opened);
  const split = useRef<HTMLDivElement>(null);
  useRequestKeys(split, entries, opened);
  const holdRules = useLoadedHoldRules();
  return (
    <Page
      title="Requests"
      about="The requests to the three APIs, newest first. Open one to see why it was refused and what it changed."
      tools={<RequestTools filter={filter} entries={all} selected={entries} />}
    >
      <div ref={split} tabIndex={-1} class={opened === undefined ? 'split' : 'split open'}>
        <HoldRulesProvider value={holdRules}>
          {entries.length === 0 ? (
            <NoRequests isFiltered={all.length > 0} />
          ) : (
            <RequestList entries={entries} opened={opened} last={last} />
          )}
          {opened !== undefined && <RequestDetail key={opened} entry={opened} />}
        </HoldRulesProvider>
      </div>
    </Page>
  );
}

/** The request that is open or was open last: also while the filters leave no list that it could be in. */
function useLast(opened: string | undefined): string | undefined {
  const last = useRef(opened);
  last.current = opened ?? last.current;
  return last.current;
}
