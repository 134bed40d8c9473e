import { useSignal } from '@preact/signals';
import type { StateChanges } from 'briefs-mock';
import { useMemo, useRef } from 'preact/hooks';
import { useConsole } from '../../model/console-model.js';
import { replacementLoss } from '../../model/reset.js';
import { useAction } from '../../model/use-action.js';
import { ActionButton } from '../../parts/action-button.jsx';
import { bound, isUnreadable, type NumberRef } from '../../parts/bound.js';
import { ChangesList } from '../../parts/changes-list.jsx';
import { Failure } from '../../parts/failure.jsx';
import { Field } from '../../parts/field.jsx';
import { ChosenFile } from './chosen-file.js';

/**
 * Compares a snapshot from a file with the present state, and restores it; of a trace, the state where it ends, or after some of its
 * requests.
 */
export function UploadForm() {
  const { api, live } = useConsole();
  const file = useMemo(() => new ChosenFile(api), [api]);
  const until = useRef<HTMLInputElement>(null);
  const restored = useSignal<{ name: string; dropped: readonly string[] } | undefined>(undefined);
  const compared = useSignal<{ choice: object; name: string; changes: StateChanges } | undefined>(undefined);
  const forget = () => {
    restored.value = compared.value = undefined;
  };
  const comparison = useAction(async () => {
    forget();
    compared.value = { choice: file.choice.value, name: file.name, changes: await file.compare() };
  });
  const upload = async () => {
    forget();
    restored.value = { name: file.name, dropped: await file.restore() };
  };
  const compare = () => {
    if (file.isChosen.value && !isUnreadable(until)) void comparison.run();
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
              // A file that was edited since can be chosen again: otherwise the browser would see no change.
              onClick={({ currentTarget }) => {
                currentTarget.value = '';
                void file.choose(undefined);
              }}
              onChange={({ currentTarget }) => void file.choose(currentTarget.files?.[0])}
            />
            <button type="button" disabled={!file.isChosen.value} onClick={compare}>
              Compare the file
            </button>
            <ActionButton disabled={!file.isChosen.value} onAct={upload} field={until} confirm={replacementLoss(live)}>
              Restore the file
            </ActionButton>
          </span>
        )}
      </Field>
      {file.hasTrace.value && <RequestsOfTrace file={file} field={until} />}
      <Edited file={file} onEdited={compare} />
      <Failure error={comparison.error.value} />
      {restored.value && <Restored {...restored.value} />}
      {compared.value?.choice === file.choice.value && <Compared {...compared.value} />}
    </div>
  );
}

function RequestsOfTrace({ file, field }: { readonly file: ChosenFile; readonly field: NumberRef }) {
  return (
    <Field label="After how many requests of the trace">
      {(control) => <input {...control} ref={field} type="number" min={1} placeholder="all" {...bound(file.until)} />}
    </Field>
  );
}

function Edited({ file, onEdited }: { readonly file: ChosenFile; readonly onEdited: () => void }) {
  return (
    <label>
      <input
        type="checkbox"
        checked={file.isEdited.value}
        onChange={({ currentTarget }) => {
          file.isEdited.value = currentTarget.checked;
          if (currentTarget.checked) onEdited();
        }}
      />{' '}
      The file was edited by hand
    </label>
  );
}

function Restored({ name, dropped }: { readonly name: string; readonly dropped: readonly string[] }) {
  return (
    <p role="status">
      Restored {name}.
      {dropped.length > 0 &&
        ` It is of another version: these tables and columns no longer exist and were dropped: ${dropped.join(', ')}.`}
    </p>
  );
}

function Compared({ name, changes }: { readonly name: string; readonly changes: StateChanges }) {
  return (
    <section aria-labelledby="compared-file">
      <h2 id="compared-file">What {name} changes</h2>
      <ChangesList changes={changes} none="Nothing: both are the same." />
    </section>
  );
}
