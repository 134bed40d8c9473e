import type { HistoryEntry } from 'briefs-mock';
import { useConsole } from '../../model/console-model.js';
import { Link } from '../../parts/link.jsx';

type Cause = HistoryEntry['cause'];

/** What made a change, such as `POST /__mock/reset`. */
export function causeText(cause: Cause): string {
  return cause.kind === 'call' ? `mock.${cause.call}` : `${cause.method} ${cause.path}`;
}

const KINDS: Record<Cause['kind'], string> = {
  request: 'request',
  control: 'control call',
  call: 'call in the process',
};

/** The cause of a change; a request that is still in the journal is a link. */
export function CauseOf({ entry: { cause, revision } }: { readonly entry: HistoryEntry }) {
  const { live } = useConsole();
  // After a reset the same request ids are used again, so the revision must be the same too.
  const request =
    cause.kind === 'request' &&
    live.requests.value.find((one) => one.id === cause.id && one.revision === revision && one.changed);
  const text = <code>{causeText(cause)}</code>;
  return (
    <>
      {request ? <Link to={['requests', request.entry]}>{text}</Link> : text}{' '}
      <span class="quiet">{KINDS[cause.kind]}</span>
    </>
  );
}
