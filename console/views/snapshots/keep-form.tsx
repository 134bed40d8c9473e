import { useSignal } from '@preact/signals';
import { useConsole } from '../../model/console-model.js';
import { useAction } from '../../model/use-action.js';
import { bound } from '../../parts/bound.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.jsx';
import { FieldForm } from '../../parts/field-form.jsx';

/** Keeps the present state under a name. Asks before it replaces another one. */
export function KeepForm({ taken }: { readonly taken: readonly string[] }) {
  const { api } = useConsole();
  const typed = useSignal('');
  const isAsking = useSignal(false);
  const name = typed.value.trim();
  const action = useAction(async () => {
    await api.send('PUT', `/__mock/snapshots/${encodeURIComponent(name)}`);
    // What was typed meanwhile stays.
    if (typed.value.trim() === name) typed.value = '';
  });
  const submit = (event: Event) => {
    event.preventDefault();
    if (taken.includes(name)) isAsking.value = true;
    else void action.run();
  };
  const replace = () => {
    isAsking.value = false;
    void action.run();
  };
  return (
    <>
      <FieldForm label="Keep the present state as" path="name" action={action} onSubmit={submit} button="Keep">
        {(control) => (
          <input {...control} required autocomplete="off" placeholder="before-checkout" {...bound(typed)} />
        )}
      </FieldForm>
      {isAsking.value && (
        <ConfirmDialog action={`Replace ${name}`} onConfirm={replace} onCancel={() => (isAsking.value = false)}>
          There is a snapshot {name} already. It is replaced for good.
        </ConfirmDialog>
      )}
    </>
  );
}
