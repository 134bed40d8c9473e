import { useSignal } from '@preact/signals';
import type { Fault, JournalEntry } from 'briefs-mock';
import { Hand } from 'lucide';
import { useEffect } from 'preact/hooks';
import { useConsole } from '../../model/console-model.js';
import { useAction } from '../../model/use-action.js';
import { useAnswer } from '../../model/use-answer.js';
import { Failure } from '../../parts/failure.jsx';
import { Icon } from '../../parts/icon.jsx';

interface HoldButtonProps {
  readonly entry: JournalEntry;
  /** Whether it is an icon alone. */
  readonly isShort?: boolean;
}

/** Holds back the next answer of the route, until somebody sends it. As long as none has come, a second click takes that back. */
export function HoldButton({ entry: { method, route }, isShort = false }: HoldButtonProps) {
  const { api } = useConsole();
  /** The rule that waits for the next request. */
  const rule = useSignal<number | undefined>(undefined);
  const isSet = rule.value !== undefined;
  const { run, isRunning, error } = useAction(async () => {
    if (rule.value === undefined) {
      const body = { method, path: route, hold: true, times: 1 };
      rule.value = (await api.send<{ data: Fault }>('POST', '/__mock/faults', body)).data.id;
    } else {
      await api.send('DELETE', `/__mock/faults/${rule.value}`);
      rule.value = undefined;
    }
  });
  if (route === null) return null;
  return (
    <>
      <button
        type="button"
        class={[isShort && 'small above', isSet && 'main'].filter(Boolean).join(' ')}
        disabled={isRunning.value}
        aria-pressed={isSet}
        aria-label={isShort ? 'Hold the next answer' : undefined}
        title={`The next answer of ${method} ${route} waits until you send it, as it is or edited.`}
        onClick={() => void run()}
      >
        <Icon of={Hand} /> {!isShort && 'Hold the next answer'}
      </button>
      {rule.value !== undefined && <WhileWaiting rule={rule.value} onEnd={() => (rule.value = undefined)} />}
      {!isShort && isSet && (
        <span role="status" class="quiet">
          It will wait in the list.
        </span>
      )}
      {!isShort && <Failure error={error.value} />}
    </>
  );
}

interface WhileWaitingProps {
  readonly rule: number;
  readonly onEnd: () => void;
}

/** Says when a rule has struck or is gone. Only a button that is set asks the mock for that. */
function WhileWaiting({ rule, onEnd }: WhileWaitingProps) {
  const { value } = useAnswer<{ data: Fault[] }>('/__mock/faults', { topics: ['faults', 'journal'] });
  const isOver = value !== undefined && !value.data.some(({ id, hits }) => id === rule && hits === 0);
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver]);
  return null;
}
