import type { HistoryEntry } from 'briefs-mock';
import { useConsole } from '../../model/console-model.js';
import { decoded } from '../../model/place.js';
import { Link } from '../../parts/link.jsx';

/** What made a change, in plain words: `user 3 edited`. */
export function causeText(cause: HistoryEntry['cause']): string {
  return (cause.kind === 'control' && plainText(cause)) || technicalText(cause);
}

function technicalText(cause: HistoryEntry['cause']): string {
  return cause.kind === 'call' ? `mock.${cause.call}` : `${cause.method} ${cause.path}`;
}

/** What a control call did; undefined if its method and path must say it. */
function plainText({ method, path }: Extract<HistoryEntry['cause'], { kind: 'control' }>): string | undefined {
  const [subject = '', ...names] = path.split('/').slice(2).map(decoded);
  if (subject === 'data' && names.length > 0) return `${names.join(' ')} ${WRITTEN[method]}`;
  if (subject === 'snapshots') return `Snapshot ${names[0]} restored`;
  return CALLS[`${method} ${subject}`];
}

const WRITTEN: Readonly<Record<string, string>> = { POST: 'created', PATCH: 'edited', DELETE: 'deleted' };

const CALLS: Readonly<Record<string, string>> = {
  'POST data': 'Records changed',
  'PUT clock': 'Clock changed',
  'DELETE clock': 'Clock set back to the baseline',
  'POST rewind': 'Rewind',
  'POST reset': 'Reset',
  'POST restore': 'Snapshot restored',
  'POST tokens': 'Token issued',
};

const KINDS: Record<HistoryEntry['cause']['kind'], string> = {
  request: 'request',
  control: 'control call',
  call: 'call in the process',
};

/** The cause of a change; a request that is still in the journal is a link. */
export function CauseOf({ entry: { cause, revision } }: { readonly entry: HistoryEntry }) {
  const { live } = useConsole();
  const plain = causeText(cause);
  const technical = technicalText(cause);
  if (plain !== technical) {
    return (
      <>
        {plain} <code class="quiet">{technical}</code>
      </>
    );
  }
  // After a reset the same request ids are used again, so the revision must be the same too.
  const request =
    cause.kind === 'request' &&
    live.requests.value.find((one) => one.id === cause.id && one.revision === revision && one.changed);
  const text = <code>{technical}</code>;
  return (
    <>
      {request ? <Link to={['requests', request.entry]}>{text}</Link> : text}{' '}
      <span class="quiet" data-actor={cause.actor}>
        {cause.actor === undefined ? KINDS[cause.kind] : `by the actor ${cause.actor}`}
      </span>
    </>
  );
}

/** Whether a change is one of the clock alone, by the control API or in the process. */
export function isOfClock({ cause }: HistoryEntry): boolean {
  if (cause.kind === 'call') return cause.call.startsWith('clock.');
  return cause.kind === 'control' && cause.path === '/__mock/clock';
}
