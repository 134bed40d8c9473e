import { useSignal } from '@preact/signals';
import type { SessionInfo } from 'briefs-mock';
import { useEffect } from 'preact/hooks';
import { grouped } from '../../src/foundation/grouped.js';
import { useConsole } from '../model/console-model.js';
import { useAction } from '../model/use-action.js';
import { ActionButton } from '../parts/action-button.jsx';
import { bound, useFilter } from '../parts/bound.js';
import { BranchButton } from '../parts/branch-button.jsx';
import { CopyButton } from '../parts/copy-button.jsx';
import { Failure } from '../parts/failure.jsx';
import { FieldForm } from '../parts/field-form.jsx';
import { Options } from '../parts/options.jsx';
import { Page } from '../parts/page.jsx';
import { Pages, useListPage, usePageQuery } from '../parts/pages.jsx';
import { SearchField } from '../parts/search-field.jsx';
import { WideTable } from '../parts/table.jsx';
import { timeText } from '../parts/time-text.js';

/** Milliseconds after which the numbers of requests are read again; requests in other sessions cause no event in this one. */
const REFRESH = 2000;

/** The session that was used last is first. */
const RECENT = 'idle_seconds';
const ORDERS: Readonly<Record<string, string>> = {
  [RECENT]: 'Last used first',
  '-idle_seconds': 'Longest idle first',
  id: 'By name',
  email: 'By person',
  client: 'By address',
  '-requests': 'Most requests first',
};

/** The isolated states of the mock. */
export function Sessions() {
  const { api, live, navigation } = useConsole();
  const refreshed = useSignal(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (live.isVisible) refreshed.value++;
    }, REFRESH);
    return () => clearInterval(timer);
  }, []);
  const { search = '', sort = RECENT } = navigation.place.value.query;
  const query = { sort, ...usePageQuery() };
  const page = useListPage<{ data: SessionInfo[]; total: number }>('/__mock/sessions', query, [
    live.versions.sessions,
    refreshed,
  ]);
  const { value, error } = page;
  const sessions = value?.data ?? [];
  const total = value?.total ?? 0;
  const endAll = async () => {
    await api.send('DELETE', '/__mock/sessions');
    if (api.session.value !== null) navigation.enter(null);
  };
  return (
    <Page
      title="Sessions"
      about="A session has its own records, clock, fault rules and journal. The console shows the one that you enter."
      tools={
        <ActionButton
          kind="danger"
          disabled={total === 0}
          onAct={endAll}
          confirm={`This ends ${allText(total, search)}. Their states are lost for good; the default session stays.`}
        >
          End all
        </ActionButton>
      }
    >
      <NewSession />
      <Filter total={total} />
      <Failure error={error} />
      <SessionTable sessions={sessions} />
      <Pages {...page} />
    </Page>
  );
}

/** The address holds the search and the order, so that a reload keeps them. */
function Filter({ total }: { readonly total: number }) {
  const { value, onInput } = useFilter('sort', { page: '' });
  return (
    <p class="actions">
      <SearchField placeholder="Name, person …" />
      <label>
        Sort{' '}
        <select value={value || RECENT} onInput={onInput}>
          <Options of={Object.entries(ORDERS)} />
        </select>
      </label>
      <span class="quiet">{total === 1 ? '1 session' : `${grouped(total)} sessions`}</span>
    </p>
  );
}

function SessionTable({ sessions }: { readonly sessions: readonly SessionInfo[] }) {
  const present = useConsole().api.session.value;
  return (
    <WideTable
      label="Sessions"
      columns={['Session', 'Scenario', 'Time of the mock', 'Requests', 'Last request', 'Person', 'Address', 'Actions']}
    >
      <tr class={present === null ? 'selected' : ''}>
        <th scope="row">default</th>
        <td colSpan={6} class="quiet">
          Requests that name no session share it. It never ends.
        </td>
        <td>
          <SessionActions id={null} />
        </td>
      </tr>
      {sessions.map(({ id, scenario, seed, clock, requests, idle_seconds, email, client }) => (
        <tr key={id} class={present === id ? 'selected' : ''}>
          <th scope="row">{id}</th>
          <td>
            {scenario} <span class="quiet">seed {seed}</span>
          </td>
          <td>{timeText(clock)}</td>
          <td data-label="requests:">{requests}</td>
          <td data-label="last:">{requests === 0 ? 'never' : idleText(idle_seconds)}</td>
          <td>{email}</td>
          <td>{client}</td>
          <td>
            <SessionActions id={id} />
          </td>
        </tr>
      ))}
    </WideTable>
  );
}

function NewSession() {
  const { api } = useConsole();
  const id = useSignal('');
  const created = useSignal<string | undefined>(undefined);
  const action = useAction(async () => {
    created.value = undefined;
    const name = id.value.trim();
    const { data } = await api.send<{ data: SessionInfo }>('POST', '/__mock/sessions', name === '' ? {} : { id: name });
    created.value = data.id;
    // What was typed meanwhile stays.
    if (id.value.trim() === name) id.value = '';
  });
  return (
    <FieldForm
      label="Name of a new session"
      hint="Without a name, one is made up."
      path="id"
      action={action}
      button="Create"
      status={created.value !== undefined && <span role="status">Created {created.value}</span>}
    >
      {(control) => <input {...control} autocomplete="off" {...bound(id)} />}
    </FieldForm>
  );
}

/** Null is the default session. */
function SessionActions({ id }: { readonly id: string | null }) {
  const { api, navigation, origin } = useConsole();
  const isPresent = api.session.value === id;
  const name = id ?? 'the default session';
  const end = async (ended: string) => {
    await api.send('DELETE', `/__mock/sessions/${encodeURIComponent(ended)}`);
    if (api.session.value === ended) navigation.enter(null);
  };
  return (
    <span class="actions">
      {isPresent ? (
        <span class="badge">the console is here</span>
      ) : (
        <button type="button" aria-label={`Enter ${name}`} onClick={() => navigation.enter(id)}>
          Enter
        </button>
      )}
      {/* The revision of the default session is known only in it. */}
      {(id !== null || isPresent) && (
        <BranchButton from={id} title="Creates a session with a copy of this state, and enters it">
          Branch
        </BranchButton>
      )}
      {origin !== undefined && (
        <CopyButton label="Copy base URL" text={() => (id === null ? origin : `${origin}/__mock/s/${id}`)} />
      )}
      {id !== null && (
        <ActionButton
          kind="danger"
          onAct={() => end(id)}
          confirm={`This ends the session ${id}. Its state is lost for good.`}
        >
          End
        </ActionButton>
      )}
    </span>
  );
}

function allText(total: number, search: string): string {
  if (search !== '') return 'all sessions, also those that the search leaves out';
  return total === 1 ? 'the session' : `all ${total} sessions`;
}

function idleText(seconds: number): string {
  if (seconds < 10) return 'just now';
  if (seconds < 120) return `${seconds} seconds ago`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} minutes ago`;
  return `${Math.floor(seconds / 3600)} hours ago`;
}
