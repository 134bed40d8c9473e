import { useSignal } from '@preact/signals';
import { useConsole } from '../../model/console-model.js';
import { ActionButton } from '../../parts/action-button.jsx';
import { Field } from '../../parts/field.jsx';
import { RESTORE_LOSS } from './restore-loss.js';

/** Restores a snapshot from a file. The mock checks it completely first. */
export function UploadForm() {
  const { api } = useConsole();
  const file = useSignal<File | undefined>(undefined);
  const restored = useSignal<{ name: string; dropped: readonly string[] } | undefined>(undefined);
  const upload = async () => {
    restored.value = undefined;
    const { name } = file.value as File;
    const response = await api.open('/__mock/restore', { method: 'POST', body: await (file.value as File).text() });
    const { dropped = [] } = (await response.json()) as { dropped?: string[] };
    restored.value = { name, dropped };
  };
  return (
    <div class="inline">
      <Field label="Restore a file">
        {(control) => (
          <span class="actions">
            <input
              {...control}
              type="file"
              accept=".json,application/json"
              onChange={({ currentTarget }) => (file.value = currentTarget.files?.[0])}
            />
            <ActionButton disabled={file.value === undefined} onAct={upload} confirm={RESTORE_LOSS}>
              Restore the file
            </ActionButton>
          </span>
        )}
      </Field>
      {restored.value && (
        <p role="status">
          Restored {restored.value.name}.
          {restored.value.dropped.length > 0 &&
            ` It is of another version: these tables and columns no longer exist and were dropped: ${restored.value.dropped.join(', ')}.`}
        </p>
      )}
    </div>
  );
}
