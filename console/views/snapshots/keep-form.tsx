import { useSignal } from '@preact/signals';
import { useConsole } from '../../model/console-model.js';
import { useAction } from '../../model/use-action.js';
import { bound } from '../../parts/bound.js';
import { FieldForm } from '../../parts/field-form.jsx';
import { useQuestion } from '../../parts/use-question.jsx';

/** Keeps the present state under a name. Asks before it replaces another one. */
export function KeepForm({ taken }: { readonly taken: readonly string[] }) {
  const { api } = useConsole();
  const typed = useSignal('');
  const name = typed.value.trim();
  const action = useAction(async () => {
    await api.send('PUT', `/__mock/snapshots/${encodeURIComponent(name)}`);
    // What was typed meanwhile stays.
    if (typed.value.trim() === name) typed.value = '';
  });
  const keep = () => void action.run();
  const loss = `There is a snapshot ${name} already. It is replaced for good.`;
  const { ask, question } = useQuestion(`Replace ${name}`, loss, keep);
  const submit = (event: Event) => {
    event.preventDefault();
    if (taken.includes(name)) ask();
    else keep();
  };
  return (
    <>
      <FieldForm label="Keep the present state as" path="name" action={action} onSubmit={submit} button="Keep">
        {(control) => (
          <input {...control} required autocomplete="off" placeholder="before-checkout" {...bound(typed)} />
        )}
      </FieldForm>
      {question}
    </>
  );
}
