import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.jsx';

interface DialogButtonProps {
  readonly label: string;
  /** What the button is for. */
  readonly title: string;
  /** The title of the dialog. */
  readonly heading: string;
  readonly children: (close: () => void) => ComponentChildren;
}

/** A button that opens a dialog. */
export function DialogButton({ label, title, heading, children }: DialogButtonProps) {
  const isOpen = useSignal(false);
  const close = () => {
    isOpen.value = false;
  };
  return (
    <>
      <button type="button" title={title} onClick={() => (isOpen.value = true)}>
        {label}
      </button>
      {isOpen.value && (
        <Dialog title={heading} onClose={close}>
          {children(close)}
        </Dialog>
      )}
    </>
  );
}
