import { useSignal } from '@preact/signals';
import type { JournalEntry } from 'briefs-mock';
import { Hand } from 'lucide';
import { useConsole } from '../../model/console-model.js';
import { useAction } from '../../model/use-action.js';
import { Failure } from '../../parts/failure.jsx';
import { Icon } from '../../parts/icon.jsx';

/** Milliseconds for which it says that it is done. */
const SHOWN = 3000;

interface HoldButtonProps {
  readonly entry: JournalEntry;
  /** Whether it is an icon alone. */
  readonly isShort?: boolean;
}

/** Holds back the next answer of the route, until somebody sends it. */
export function HoldButton({ entry: { method, route }, isShort = false }: HoldButtonProps) {
  const { api } = useConsole();
  const isSet = useSignal(false);
  const { run, isRunning, error } = useAction(async () => {
    await api.send('POST', '/__mock/faults', { method, path: route, hold: true, times: 1 });
    isSet.value = true;
    setTimeout(() => {
      isSet.value = false;
    }, SHOWN);
  });
  if (route === null) return null;
  return (
    <>
      <button
        type="button"
        class={[isShort && 'small above', isSet.value && 'main'].filter(Boolean).join(' ')}
        disabled={isRunning.value}
        aria-label={isShort ? 'Hold the next answer' : undefined}
        title={`The next answer of ${method} ${route} waits until you send it, as it is or edited.`}
        onClick={() => void run()}
      >
        <Icon of={Hand} /> {!isShort && 'Hold the next answer'}
      </button>
      {!isShort && isSet.value && (
        <span role="status" class="quiet">
          It will wait in the list.
        </span>
      )}
      {!isShort && <Failure error={error.value} />}
    </>
  );
}
