import { useSignal } from '@preact/signals';
import type { SnapshotInfo } from 'briefs-mock';
import { useConsole } from '../../model/console-model.js';
import type { ControlApi } from '../../model/control-api.js';
import { useAction } from '../../model/use-action.js';
import { bound } from '../../parts/bound.js';
import { FieldForm } from '../../parts/field-form.jsx';
import { useQuestion } from '../../parts/use-question.jsx';

/** Keeps the present state under a name. Asks before it replaces another one. */
export function KeepForm() {
  const { api: present } = useConsole();
  const typed = useSignal('');
  /** The name of the snapshot that the question is about. */
  const taken = useSignal('');
  const action = useAction(async (replaced?: string) => {
    const api = present.ofPresentSession();
    const name = replaced ?? typed.value.trim();
    if (replaced === undefined && (await isTaken(api, name))) {
      taken.value = name;
      ask();
      return;
    }
    await api.send('PUT', `/__mock/snapshots/${encodeURIComponent(name)}`);
    // What was typed meanwhile stays.
    if (typed.value.trim() === name) typed.value = '';
  });
  const loss = `There is a snapshot ${taken.value} already. It is replaced for good.`;
  const replace = () => void action.run(taken.value);
  const { ask, question } = useQuestion(`Replace ${taken.value}`, loss, replace);
  return (
    <>
      <FieldForm label="Keep the present state as" path="name" action={action} button="Keep">
        {(control) => (
          <input {...control} required autocomplete="off" placeholder="before-checkout" {...bound(typed)} />
        )}
      </FieldForm>
      {question}
    </>
  );
}

/** Whether there is such a snapshot now: nothing brings a replaced one back. */
async function isTaken(api: ControlApi, name: string): Promise<boolean> {
  const { data } = await api.get<{ data: SnapshotInfo[] }>('/__mock/snapshots');
  return data.some((one) => one.name === name);
}
