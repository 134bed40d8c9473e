import { useSignal } from '@preact/signals';
import type { StateChanges } from 'briefs-mock';
import { useConsole } from '../../model/console-model.js';
import type { QueryValues } from '../../model/control-api.js';
import { useAction } from '../../model/use-action.js';
import { ActionButton } from '../../parts/action-button.jsx';
import { ChangesList } from '../../parts/changes-list.jsx';
import { Failure } from '../../parts/failure.jsx';
import { Field } from '../../parts/field.jsx';
import { RESTORE_LOSS } from './restore-loss.js';

/** The first characters of a file, which say what it is. */
const HEAD = 100;

/**
 * Compares a snapshot from a file with the present state, and restores it; of a trace, the state where it ends, or after some of its
 * requests. The mock checks it completely first.
 */
export function UploadForm() {
  const { api } = useConsole();
  const file = useSignal<File | undefined>(undefined);
  const kind = useSignal<'trace' | 'handover' | undefined>(undefined);
  const until = useSignal('');
  const isEdited = useSignal(false);
  const restored = useSignal<{ name: string; dropped: readonly string[] } | undefined>(undefined);
  const compared = useSignal<{ name: string; changes: StateChanges } | undefined>(undefined);
  const choose = async (chosen: File | undefined) => {
    const head = (await chosen?.slice(0, HEAD).text()) ?? '';
    const [, found] = /^\s*{\s*"format":\s*"briefs-mock\/(trace|handover)"/.exec(head) ?? [];
    kind.value = found as typeof kind.value;
    until.value = '';
    file.value = chosen;
  };
  // A file that was handed over has its last state too, even if secrets in its trace are hidden.
  const isReplayed = () => kind.value === 'trace' || until.value !== '';
  const stateAfter = async (trace: string) => {
    const query = until.value === '' ? {} : { until: until.value };
    return (await api.open('/__mock/trace/end', { method: 'POST', body: trace, query })).text();
  };
  const send = async (path: string, query: QueryValues = {}) => {
    restored.value = compared.value = undefined;
    const { name } = file.value as File;
    const given = await (file.value as File).text();
    const body = isReplayed() ? await stateAfter(given) : given;
    const all = { ...query, edited: isEdited.value ? 'true' : undefined };
    return { name, response: await api.open(path, { method: 'POST', body, query: all }) };
  };
  const comparison = useAction(async () => {
    const { name, response } = await send('/__mock/changes');
    compared.value = { name, changes: ((await response.json()) as { data: StateChanges }).data };
  });
  const compare = () => void (file.value && comparison.run());
  const upload = async () => {
    const { name, response } = await send('/__mock/restore');
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
              onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
            />
            <button type="button" disabled={file.value === undefined} onClick={compare}>
              Compare the file
            </button>
            <ActionButton disabled={file.value === undefined} onAct={upload} confirm={RESTORE_LOSS}>
              Restore the file
            </ActionButton>
          </span>
        )}
      </Field>
      {kind.value !== undefined && (
        <Field label="After how many requests of the trace">
          {(control) => (
            <input
              {...control}
              type="number"
              min={1}
              placeholder="all"
              value={until.value}
              onInput={({ currentTarget }) => (until.value = currentTarget.value)}
            />
          )}
        </Field>
      )}
      <label>
        <input
          type="checkbox"
          checked={isEdited.value}
          onChange={({ currentTarget }) => {
            isEdited.value = currentTarget.checked;
            if (currentTarget.checked) compare();
          }}
        />{' '}
        The file was edited by hand
      </label>
      <Failure error={comparison.error.value} />
      {restored.value && <Restored {...restored.value} />}
      {compared.value && <Compared {...compared.value} />}
    </div>
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
