import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useAction } from '../model/use-action.js';
import { ConfirmDialog } from './confirm-dialog.jsx';
import { Failure } from './failure.jsx';

interface ActionButtonProps {
  readonly children: ComponentChildren;
  readonly onAct: () => Promise<unknown>;
  /** What is lost. Then the button asks before it acts. */
  readonly confirm?: string | undefined;
  readonly kind?: 'main' | 'danger' | 'small' | undefined;
  readonly disabled?: boolean;
  readonly title?: string | undefined;
}

/** A button that makes a control call, and shows its error. */
export function ActionButton({ children, onAct, confirm, kind, disabled, title }: ActionButtonProps) {
  const { run, isRunning, error } = useAction(onAct);
  const isAsking = useSignal(false);
  const act = () => {
    isAsking.value = false;
    void run();
  };
  const ask = () => {
    if (confirm === undefined) act();
    else isAsking.value = true;
  };
  return (
    <>
      <button type="button" class={kind} title={title} disabled={disabled || isRunning.value} onClick={ask}>
        {children}
      </button>
      {isAsking.value && (
        <ConfirmDialog action={children} onConfirm={act} onCancel={() => (isAsking.value = false)}>
          {confirm}
        </ConfirmDialog>
      )}
      <Failure error={error.value} />
    </>
  );
}
