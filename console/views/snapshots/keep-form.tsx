import { useSignal } from '@preact/signals';
import { useConsole } from '../../model/console-model.js';
import { useAction } from '../../model/use-action.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.jsx';
import { Failure } from '../../parts/failure.jsx';
import { besides, Field } from '../../parts/field.jsx';

/** Keeps the present state under a name. Asks before it replaces another one. */
export function KeepForm({ taken }: { readonly taken: readonly string[] }) {
  const { api } = useConsole();
  const typed = useSignal('');
  const isAsking = useSignal(false);
  const name = typed.value.trim();
  const { run, error, isRunning } = useAction(async () => {
    await api.send('PUT', `/__mock/snapshots/${encodeURIComponent(name)}`);
    // What was typed meanwhile stays.
    if (typed.value.trim() === name) typed.value = '';
  });
  const keep = () => {
    isAsking.value = false;
    void run();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (taken.includes(name)) isAsking.value = true;
    else keep();
  };
  return (
    <form class="inline" onSubmit={submit}>
      <Field label="Keep the present state as" error={error.value} path="name">
        {(control) => (
          <span class="actions">
            <input
              {...control}
              required
              autocomplete="off"
              placeholder="before-checkout"
              value={typed.value}
              onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
            />
            <button type="submit" disabled={isRunning.value}>
              Keep
            </button>
          </span>
        )}
      </Field>
      <Failure error={besides(error.value, ['name'])} />
      {isAsking.value && (
        <ConfirmDialog action={`Replace ${name}`} onConfirm={keep} onCancel={() => (isAsking.value = false)}>
          There is a snapshot {name} already. It is replaced for good.
        </ConfirmDialog>
      )}
    </form>
  );
}
