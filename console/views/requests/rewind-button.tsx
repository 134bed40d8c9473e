import { useSignal } from '@preact/signals';
import type { JournalEntry } from 'briefs-mock';
import { useConsole } from '../../model/console-model.js';
import { ActionButton } from '../../parts/action-button.jsx';
import { Link } from '../../parts/link.jsx';

/** Goes back to the state before a request. */
export function RewindButton({ entry }: { readonly entry: JournalEntry }) {
  const { revision, changed } = entry;
  const { api, health } = useConsole();
  /** The revision that brings back what the rewind has thrown away. */
  const undo = useSignal<number | undefined>(undefined);
  const present = health.value?.revision;
  const target = revisionBefore(entry);
  if (present === undefined) return null;
  const rewind = async () => {
    const { revision: made } = await api.send<{ revision: number }>('POST', '/__mock/rewind', { revision: target });
    undo.value = made - 1;
  };
  const later = present - revision;
  return (
    <>
      <ActionButton
        onAct={rewind}
        disabled={present === target}
        title={present === target ? 'The state is the one before this request.' : undefined}
        confirm={`This throws away ${lost(changed, later)}. The journal and the fault rules stay. To undo it, go back to revision ${present} in the view Time.`}
      >
        Go back to before this
      </ActionButton>
      <span role="status">
        {undo.value !== undefined && (
          <>
            The state is the one before this request.{' '}
            <Link to={['time', undo.value]}>To undo this, go back to revision {undo.value}.</Link>
          </>
        )}
      </span>
    </>
  );
}

/** The revision with the state before a request. */
export function revisionBefore({ revision, changed }: JournalEntry): number {
  return changed ? revision - 1 : revision;
}

function lost(changed: boolean, later: number): string {
  const changes = later === 1 ? '1 later change' : `${later} later changes`;
  if (!changed) return `${changes} of this session`;
  return later === 0 ? 'what this request changed' : `what this request changed, and ${changes} of this session`;
}
