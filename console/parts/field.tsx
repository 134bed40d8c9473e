import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { ControlError } from '../model/control-api.js';

/** What the control of a field needs, so that assistive technology connects them. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The error of the last attempt. */
  readonly error?: ControlError | undefined;
  /** The path of the issues that are about this field. */
  readonly path?: string;
  readonly children: (control: ControlProps) => ComponentChildren;
}

/** A label, a control, and what the control API says is wrong with its value. */
export function Field({ label, hint, error, path, children }: FieldProps) {
  const id = useId();
  const messages = (error?.issues ?? []).filter((issue) => path !== undefined && isAt(issue.path, path));
  const describedBy = [hint !== undefined && `${id}-hint`, messages.length > 0 && `${id}-issues`].filter(Boolean);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-invalid': messages.length > 0,
        'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
      })}
      {hint !== undefined && (
        <span id={`${id}-hint`} class="quiet">
          {hint}
        </span>
      )}
      {messages.length > 0 && (
        <span id={`${id}-issues`} class="bad" role="alert">
          {messages.map(({ path, message }) => `${path} ${message}`).join('; ')}
        </span>
      )}
    </div>
  );
}

/** The issues of an error that no field with one of these paths shows. */
export function besides(error: ControlError | undefined, paths: readonly string[]): ControlError | undefined {
  if (error === undefined || error.issues.length === 0) return error;
  const issues = error.issues.filter((issue) => !paths.some((path) => isAt(issue.path, path)));
  if (issues.length === error.issues.length) return error;
  const message = issues.map(({ path, message }) => [path, message].filter(Boolean).join(': ')).join('; ');
  return issues.length === 0 ? undefined : new ControlError(error.status, message);
}

/** Whether an issue is about a field, or about something in it. */
function isAt(issue: string, path: string): boolean {
  return issue === path || issue.startsWith(`${path}.`);
}
