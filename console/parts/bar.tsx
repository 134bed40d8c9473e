import type { SessionInfo } from 'briefs-mock';
import type { ComponentChildren } from 'preact';
import { grouped } from '../../src/foundation/grouped.js';
import { useConsole } from '../model/console-model.js';
import { pause } from '../model/pause.js';
import { reset, resetLoss } from '../model/reset.js';
import { useAnswer } from '../model/use-answer.js';
import { useLoadedOf } from '../model/use-loaded.js';
import { ActionButton } from './action-button.jsx';
import { ClockTime } from './clock-time.jsx';
import { CopyButton } from './copy-button.jsx';
import { Link } from './link.jsx';
import { Options } from './options.jsx';

/** The number of sessions that can be chosen here, the last used ones. */
const CHOICES = 20;
/** Leads to the list of all sessions. A session cannot have this name. */
const ALL = '*';

interface BarProps {
  readonly onSkip: () => void;
  /** A control beside Reset. */
  readonly children: ComponentChildren;
}

/** Which session, scenario, seed and time the console shows, its fingerprint, and Reset. */
export function Bar({ onSkip, children }: BarProps) {
  const { api, live, health, navigation } = useConsole();
  const { value: sessions } = useAnswer<{ data: SessionInfo[]; total: number }>('/__mock/sessions', {
    query: { sort: 'idle_seconds', limit: CHOICES },
    topics: ['sessions'],
  });
  const present = api.session.value;
  const ids = sessions?.data.map(({ id }) => id) ?? [];
  const choices = present === null || ids.includes(present) ? ids : [present, ...ids];
  return (
    <header class="bar">
      <button type="button" class="skip" onClick={onSkip}>
        Skip to the view
      </button>
      <strong class="brand">briefs-mock</strong>
      <label>
        Session{' '}
        <select
          value={present ?? ''}
          onChange={({ currentTarget }) => {
            const { value } = currentTarget;
            if (value !== ALL) return navigation.enter(value === '' ? null : value);
            currentTarget.value = present ?? '';
            navigation.go(['sessions']);
          }}
        >
          <option value="">default</option>
          <Options of={choices} />
          {sessions !== undefined && sessions.total > CHOICES && (
            <option value={ALL}>All {grouped(sessions.total)} sessions…</option>
          )}
        </select>
      </label>
      <Link to={['scenarios']}>
        {health.value?.scenario ?? '…'} <span class="quiet">seed {health.value?.seed}</span>
      </Link>
      <Link to={['time']}>
        <ClockTime />
      </Link>
      <Fingerprint />
      <span class={`state ${live.connection.value}`} role="status">
        {live.connection.value}
      </span>
      {children}
      <ActionButton onAct={() => reset(api)} confirm={resetLoss(live)}>
        Reset
      </ActionButton>
    </header>
  );
}

/** Milliseconds without a change after which the fingerprint is computed; that takes seconds for a large state. */
const QUIET = 400;

function Fingerprint() {
  const { api, health: summary } = useConsole();
  const health = summary.value;
  const key = [api.session.value, health?.scenario, health?.seed, health?.revision, health?.clock].join(' ');
  const { value: fingerprint } = useLoadedOf(async (signal) => {
    await pause(QUIET, signal);
    if (health === undefined || signal.aborted) return undefined;
    const response = await api.open('/__mock/health?fingerprint', { signal });
    return ((await response.json()) as { fingerprint: string }).fingerprint;
  }, key);
  return (
    <span class="fingerprint">
      <span class="quiet">fingerprint</span>{' '}
      <code title={fingerprint ?? 'It is computed when nothing has changed for a moment.'}>
        {fingerprint?.slice(0, 12) ?? '…'}
      </code>{' '}
      {fingerprint !== undefined && <CopyButton label="Copy" text={() => fingerprint} />}
    </span>
  );
}
