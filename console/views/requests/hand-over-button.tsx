import { useSignal } from '@preact/signals';
import { HANDOVER_FORMAT } from '../../../src/foundation/file-formats.js';
import { useConsole } from '../../model/console-model.js';
import { ActionButton } from '../../parts/action-button.jsx';
import { bound } from '../../parts/bound.js';
import { DialogButton } from '../../parts/dialog-button.jsx';
import { saveFile } from '../../parts/save-file.js';

/** A button that saves everything that a colleague needs as one file. */
export function HandOverButton() {
  return (
    <DialogButton
      label="Hand over"
      title="One file with what happened, the present state and a note"
      heading="Hand over"
    >
      {(close) => <HandOver onClose={close} />}
    </DialogButton>
  );
}

function HandOver({ onClose }: { readonly onClose: () => void }) {
  const { api } = useConsole();
  const note = useSignal('');
  const isRedacted = useSignal(false);
  const save = async () => {
    const textOf = async (path: string, query = {}) => (await api.open(path, { query })).text();
    const [trace, har, snapshot] = await Promise.all([
      textOf('/__mock/trace', isRedacted.value ? { redact: 'true' } : {}),
      textOf('/__mock/requests.har'),
      textOf('/__mock/snapshot'),
    ]);
    const head = JSON.stringify({ format: HANDOVER_FORMAT, version: 1, note: note.value });
    // What the mock wrote is not parsed and written again.
    const content = `${head.slice(0, -1)},\n"trace": ${trace},\n"har": ${har},\n"snapshot": ${snapshot}}\n`;
    saveFile(new Blob([content], { type: 'application/json' }), 'handover.json');
    onClose();
  };
  return (
    <>
      <p>
        One file with the trace, the requests as HAR, the present state and a note.{' '}
        <code>briefs-mock --import FILE</code> goes on from here, <code>briefs-mock replay FILE</code> repeats what
        happened, and the view Snapshots restores its state.
      </p>
      <label>
        Note
        <textarea rows={4} placeholder="What is to be seen, and what was expected" {...bound(note)} />
      </label>
      <p>
        <label>
          <input
            type="checkbox"
            checked={isRedacted.value}
            onChange={({ currentTarget }) => (isRedacted.value = currentTarget.checked)}
          />{' '}
          Hide secrets in bodies and queries of the trace; a replay leaves those requests out
        </label>
      </p>
      <p class="actions">
        <ActionButton kind="main" onAct={save}>
          Save the file
        </ActionButton>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </p>
    </>
  );
}
