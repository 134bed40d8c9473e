import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.jsx';

/**
 * Asks before something is lost for good: `ask` opens the question, a dialog to be rendered. `action` is the text of the button that
 * confirms, `loss` is what is lost.
 */
export function useQuestion(action: ComponentChildren, loss: string | undefined, onConfirm: () => void) {
  const isAsking = useSignal(false);
  const ask = () => {
    isAsking.value = true;
  };
  const cancel = () => {
    isAsking.value = false;
  };
  const confirm = () => {
    cancel();
    onConfirm();
  };
  const question = isAsking.value && (
    <Dialog title="Are you sure?" onClose={cancel}>
      <p>{loss}</p>
      <p class="actions">
        <button type="button" class="danger" onClick={confirm}>
          {action}
        </button>
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      </p>
    </Dialog>
  );
  return { ask, question };
}
