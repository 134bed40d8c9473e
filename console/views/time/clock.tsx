import { useSignal } from '@preact/signals';
import { useConsole } from '../../model/console-model.js';
import { useAction } from '../../model/use-action.js';
import { ActionButton } from '../../parts/action-button.jsx';
import { bound } from '../../parts/bound.js';
import { ClockTime } from '../../parts/clock-time.jsx';
import { FieldForm } from '../../parts/field-form.jsx';
import { Options } from '../../parts/options.jsx';

const UNITS = { minute: 60, hour: 3600, day: 86_400, week: 604_800 };
type Unit = keyof typeof UNITS;

/** The clock: set, advance, freeze, run. */
export function Clock() {
  const { api, clock } = useConsole();
  const change = (body: object) => api.send('PUT', '/__mock/clock', body);
  const { frozen } = clock.value ?? {};
  return (
    <section aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <p class="clock">
        <ClockTime />
      </p>
      <div class="actions">
        <ActionButton disabled={frozen === undefined} onAct={() => change({ frozen: !frozen })}>
          {frozen === false ? 'Freeze' : 'Run'}
        </ActionButton>
        {(Object.keys(UNITS) as Unit[]).map((unit) => (
          <ActionButton key={unit} onAct={() => change({ advance_seconds: UNITS[unit] })}>
            + 1 {unit}
          </ActionButton>
        ))}
        <ActionButton onAct={() => api.send('DELETE', '/__mock/clock')} title="The records stay as they are">
          Back to the time of the baseline
        </ActionButton>
      </div>
      <div class="forms">
        <Advance change={change} />
        <SetTime change={change} />
      </div>
    </section>
  );
}

interface FormProps {
  readonly change: (body: object) => Promise<unknown>;
}

function Advance({ change }: FormProps) {
  const amount = useSignal('1');
  const unit = useSignal<Unit>('day');
  const action = useAction(() => change({ advance_seconds: Number(amount.value) * UNITS[unit.value] }));
  return (
    <FieldForm
      label="Advance by"
      hint="A negative number goes back."
      path="advance_seconds"
      action={action}
      button="Advance"
    >
      {(control) => (
        <>
          <input {...control} class="short" type="number" step="any" required {...bound(amount)} />
          <select aria-label="Unit" {...bound(unit)}>
            <Options of={Object.keys(UNITS).map((name) => [name, `${name}s`])} />
          </select>
        </>
      )}
    </FieldForm>
  );
}

function SetTime({ change }: FormProps) {
  const { clock } = useConsole();
  // Until a person types, the field has the present time.
  const typed = useSignal<string | undefined>(undefined);
  const time = typed.value ?? clock.value?.now.slice(0, 19) ?? '';
  const action = useAction(async () => {
    await change({ now: `${time.length === 16 ? `${time}:00` : time}Z` });
    // What was typed meanwhile stays.
    if (typed.value === time) typed.value = undefined;
  });
  return (
    <FieldForm
      label="Set to"
      hint="UTC. Records that depend on the time follow it."
      path="now"
      action={action}
      button="Set"
    >
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          step="1"
          required
          value={time}
          onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        />
      )}
    </FieldForm>
  );
}
