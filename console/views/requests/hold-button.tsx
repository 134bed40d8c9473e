import type { JournalEntry } from 'briefs-mock';
import { Hand } from 'lucide';
import { useConsole } from '../../model/console-model.js';
import { useAction } from '../../model/use-action.js';
import { Failure } from '../../parts/failure.jsx';
import { Icon } from '../../parts/icon.jsx';

interface HoldButtonProps {
  readonly entry: JournalEntry;
  /** Whether it is an icon alone. */
  readonly isShort?: boolean;
}

/** Holds back the next answer of the route, until somebody sends it. */
export function HoldButton({ entry: { method, route }, isShort = false }: HoldButtonProps) {
  const { api } = useConsole();
  const { run, isRunning, error } = useAction(() =>
    api.send('POST', '/__mock/faults', { method, path: route, hold: true, times: 1 }),
  );
  if (route === null) return null;
  return (
    <>
      <button
        type="button"
        class={isShort ? 'small above' : ''}
        disabled={isRunning.value}
        aria-label={isShort ? 'Hold the next answer' : undefined}
        title={`The next answer of ${method} ${route} waits until you send it, as it is or edited.`}
        onClick={() => void run()}
      >
        <Icon of={Hand} /> {!isShort && 'Hold the next answer'}
      </button>
      {!isShort && <Failure error={error.value} />}
    </>
  );
}
