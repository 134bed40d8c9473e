import type { Fault, JournalEntry } from 'briefs-mock';
import { Hand } from 'lucide';
import { useConsole } from '../../model/console-model.js';
import { useAction } from '../../model/use-action.js';
import { Failure } from '../../parts/failure.jsx';
import { Icon } from '../../parts/icon.jsx';
import { useHoldRules } from './hold-rules.js';

interface HoldButtonProps {
  readonly entry: JournalEntry;
  /** Whether it is an icon alone. */
  readonly isShort?: boolean;
}

/** Holds back the next answer of the route, until somebody sends it. As long as none has come, a second click takes that back. */
export function HoldButton({ entry: { method, route }, isShort = false }: HoldButtonProps) {
  const { api } = useConsole();
  const rules = useHoldRules();
  const rule = rules.value.find((one) => one.method === method && one.path === route);
  const isSet = rule !== undefined;
  const { run, isRunning, error } = useAction(async () => {
    if (rule === undefined) {
      const body = { method, path: route, hold: true, times: 1 };
      const { data } = await api.send<{ data: Fault }>('POST', '/__mock/faults', body);
      rules.value = [...rules.value, data];
    } else {
      await api.send('DELETE', `/__mock/faults/${rule.id}`);
      rules.value = rules.value.filter(({ id }) => id !== rule.id);
    }
  });
  if (route === null) return null;
  return (
    <>
      <button
        type="button"
        class={[isShort && 'small above', isSet && 'main'].filter(Boolean).join(' ')}
        // A disabled button would lose the focus.
        aria-disabled={isRunning.value}
        aria-pressed={isSet}
        aria-label={isShort ? 'Hold the next answer' : undefined}
        title={`The next answer of ${method} ${route} waits until you send it, as it is or edited.`}
        onClick={() => void run()}
      >
        <Icon of={Hand} /> {!isShort && 'Hold the next answer'}
      </button>
      {!isShort && isSet && (
        <span role="status" class="quiet">
          It will wait in the list.
        </span>
      )}
      {!isShort && <Failure error={error.value} />}
    </>
  );
}
