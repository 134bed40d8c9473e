import type { ComponentChildren } from 'preact';
import type { Action } from '../model/use-action.js';
import { Failure } from './failure.jsx';
import { besides, Field, type FieldProps } from './field.jsx';

interface FieldFormProps extends Omit<FieldProps, 'error'> {
  readonly path: string;
  readonly action: Action<[]>;
  /** What the button does instead of the action at once. */
  readonly onSubmit?: (event: Event) => void;
  /** The text of the button. */
  readonly button: string;
  /** What has been done, beside the button. */
  readonly status?: ComponentChildren;
}

/** A form of one field with a button beside it. */
export function FieldForm({ action, onSubmit = action.submit, button, status, children, ...field }: FieldFormProps) {
  const error = action.error.value;
  return (
    <form class="inline" onSubmit={onSubmit}>
      <Field {...field} error={error}>
        {(control) => (
          <span class="actions">
            {children(control)}
            <button type="submit" aria-disabled={action.isRunning.value}>
              {button}
            </button>
            {status}
          </span>
        )}
      </Field>
      <Failure error={besides(error, [field.path])} />
    </form>
  );
}
