import { useRef } from 'preact/hooks';
import type { ColumnInfo } from '../../../src/control/tables.js';
import type { ControlError } from '../../model/control-api.js';
import { Field } from '../../parts/field.jsx';
import { Options } from '../../parts/options.jsx';
import type { Typed } from './draft.js';

/** Longer texts get a field with several lines. */
const LINE = 60;

interface RecordFieldProps {
  readonly column: ColumnInfo;
  /** What it holds; undefined if a new record gets the default. */
  readonly typed: Typed | undefined;
  readonly onType: (typed: Typed) => void;
  readonly isKey: boolean;
  /** Whether the record is new, so that a field may be left alone. */
  readonly isNew: boolean;
  readonly error: ControlError | undefined;
  /** What else is known about the value, such as the one of the baseline. */
  readonly hint?: string | undefined;
}

/** A column of a record as a field. */
export function RecordField({ column, typed, onType, isKey, isNew, error, hint }: RecordFieldProps) {
  const { name, kind, nullable, required } = column;
  const isReadOnly = column.read_only || (isKey && !isNew);
  const fixed = column.read_only ? 'The mock sets it.' : 'The key of a record cannot be changed.';
  const hints = [isNew && required && 'Required.', isReadOnly && fixed, hint].filter(Boolean);
  return (
    <Field label={name} error={error} path={name} hint={hints.join(' ') || undefined}>
      {(attributes) => (
        <div class="control">
          <Control
            column={column}
            typed={typed}
            onType={onType}
            isNew={isNew}
            attributes={{ ...attributes, disabled: isReadOnly || typed === null }}
          />
          {nullable && !isReadOnly && (
            <label>
              <input
                type="checkbox"
                checked={typed === null}
                aria-label={`${name} is null`}
                onChange={({ currentTarget }) => onType(currentTarget.checked ? null : kind === 'boolean' ? false : '')}
              />{' '}
              null
            </label>
          )}
        </div>
      )}
    </Field>
  );
}

interface ColumnControlProps extends Pick<RecordFieldProps, 'column' | 'typed' | 'onType' | 'isNew'> {
  readonly attributes: { readonly id: string; readonly disabled: boolean };
}

function Control({ column, typed, onType, isNew, attributes }: ColumnControlProps) {
  const { kind, values, required } = column;
  const text = typeof typed === 'string' ? typed : '';
  // By the first value, because a field that changed its kind would lose the focus.
  const isLong = useRef(kind === 'nested' || text.length > LINE || /[\r\n]/.test(text)).current;
  const placeholder = typed === null ? 'null' : isNew && !required ? 'default' : '';
  const onInput = ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
    onType(currentTarget.value);
  if (kind === 'boolean' && isNew) {
    // A checkbox could not say that it is left alone.
    return (
      <select
        {...attributes}
        value={typed === undefined ? '' : String(typed)}
        onChange={({ currentTarget: { value } }) => onType(value === '' ? '' : value === 'true')}
      >
        <option value="">{placeholder}</option>
        <option>true</option>
        <option>false</option>
      </select>
    );
  }
  if (kind === 'boolean') {
    return (
      <input
        {...attributes}
        type="checkbox"
        checked={typed === true}
        onChange={({ currentTarget }) => onType(currentTarget.checked)}
      />
    );
  }
  if (values !== undefined) {
    return (
      <select {...attributes} value={text} onChange={({ currentTarget }) => onType(currentTarget.value)}>
        {text === '' && <option value="">{placeholder}</option>}
        <Options of={values} />
      </select>
    );
  }
  const shared = { ...attributes, placeholder, value: text, onInput };
  if (kind === 'number') return <input {...shared} type="number" step="any" required={!isNew} />;
  if (isLong) return <textarea {...shared} class={kind === 'nested' ? 'mono' : ''} rows={5} />;
  return <input {...shared} type="text" />;
}
