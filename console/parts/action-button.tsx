import type { ComponentChildren } from 'preact';
import { useAction } from '../model/use-action.js';
import { isUnreadable, type NumberRef } from './bound.js';
import { Failure } from './failure.jsx';
import { useQuestion } from './use-question.jsx';

interface ActionButtonProps {
  readonly children: ComponentChildren;
  readonly onAct: () => Promise<unknown>;
  /** What is lost. Then the button asks before it acts. */
  readonly confirm?: string | undefined;
  readonly kind?: 'main' | 'danger' | 'small' | undefined;
  readonly disabled?: boolean | undefined;
  /** The field of a number that it sends. It does not act while that is unreadable. */
  readonly field?: NumberRef | undefined;
  readonly title?: string | undefined;
}

/** A button that makes a control call, and shows its error. */
export function ActionButton({ children, onAct, confirm, kind, disabled, field, title }: ActionButtonProps) {
  const { run, isRunning, error } = useAction(onAct);
  const act = () => void run();
  const { ask, question } = useQuestion(children, confirm, act);
  const onClick = () => {
    if (isRunning.value || isUnreadable(field)) return;
    if (confirm === undefined) act();
    else ask();
  };
  return (
    <>
      <button
        type="button"
        class={kind}
        title={title}
        disabled={disabled}
        // A disabled button would lose the focus.
        aria-disabled={isRunning.value}
        onClick={onClick}
      >
        {children}
      </button>
      {question}
      <Failure error={error.value} />
    </>
  );
}
