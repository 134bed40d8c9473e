import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.jsx';

interface ConfirmDialogProps {
  /** The text of the button that confirms. */
  readonly action: ComponentChildren;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** What is lost. */
  readonly children: ComponentChildren;
}

/** Asks before something is lost for good. */
export function ConfirmDialog({ action, onConfirm, onCancel, children }: ConfirmDialogProps) {
  return (
    <Dialog title="Are you sure?" onClose={onCancel}>
      <p>{children}</p>
      <p class="actions">
        <button type="button" class="danger" onClick={onConfirm}>
          {action}
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </Dialog>
  );
}
