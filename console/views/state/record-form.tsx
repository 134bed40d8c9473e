import type { ComponentChildren } from 'preact';
import type { TableInfo } from '../../../src/control/tables.js';
import type { RecordRow, RowChange } from '../../model/row-change.js';
import { useAction } from '../../model/use-action.js';
import { useKept } from '../../model/use-kept.js';
import { Failure } from '../../parts/failure.jsx';
import { besides } from '../../parts/field.jsx';
import { type RecordDraft, type Typed, typedOf, valuesOf } from './draft.js';
import { RecordField } from './record-field.jsx';
import { valueText } from './value-text.js';

interface RecordFormProps {
  readonly table: TableInfo;
  /** The record as it is now; undefined for a new one. */
  readonly record?: RecordRow | undefined;
  readonly change?: RowChange | undefined;
  /** Whether the record has been deleted since it was opened. */
  readonly isGone?: boolean;
  /** The fields that are filled in already. */
  readonly draft?: RecordDraft;
  /** Gets the values of the edited columns, and returns the saved record. */
  readonly onSave: (values: RecordRow) => Promise<RecordRow>;
  /** Buttons beside "Save". */
  readonly children?: ComponentChildren;
}

interface Edits {
  readonly edited: RecordDraft;
  /** The record when the editing began. */
  readonly base: RecordRow | undefined;
}

/** What somebody has typed and not saved yet. */
function useEdits(table: TableInfo, record: RecordRow | undefined, draft: RecordDraft) {
  const isNew = record === undefined;
  const edits = useKept<Edits>(`${table.name} ${isNew ? `new ${JSON.stringify(draft)}` : record[table.key]}`);
  const { edited, base } = edits.value ?? { edited: draft, base: record };
  const type = (name: string, typed: Typed, isSaving: boolean) => {
    const { [name]: _, ...others } = edited;
    // The record that is being saved may differ from the present one.
    const isNoEdit = !isSaving && isUntouched(table, record, name, typed);
    const next = isNoEdit ? others : { ...others, [name]: typed };
    edits.value = isNew || Object.keys(next).length > 0 ? { edited: next, base } : undefined;
  };
  const discard = () => {
    edits.value = undefined;
  };
  /** Discards the edits that were saved. What was typed meanwhile stays, but not for another new record. */
  const discardSaved = (saved: RecordRow) => {
    const later = Object.entries(edits.value?.edited ?? {}).filter(([name, typed]) => typed !== edited[name]);
    edits.value = isNew || later.length === 0 ? undefined : { edited: Object.fromEntries(later), base: saved };
  };
  return { edited, base, type, discard, discardSaved, areKept: edits.value !== undefined };
}

/** The columns of a record as fields. What somebody edits stays as it is when the record changes meanwhile, or the form is left. */
export function RecordForm({ table, record, change, isGone = false, draft = {}, onSave, children }: RecordFormProps) {
  const { columns, key } = table;
  const isNew = record === undefined;
  const { edited, base, type, discard, discardSaved, areKept } = useEdits(table, record, draft);
  const hasEdits = Object.keys(edited).length > 0;
  const isIdle = isGone || (!isNew && !hasEdits);
  const { submit, isRunning, error } = useAction(async () => {
    if (!isIdle) discardSaved(await onSave(valuesOf(columns, edited)));
  });
  const discardAll = ({ currentTarget }: { readonly currentTarget: HTMLButtonElement }) => {
    // This button goes.
    (currentTarget.previousElementSibling as HTMLElement).focus();
    discard();
    error.value = undefined;
  };
  return (
    <form class="record" onSubmit={submit}>
      {isGone && <Gone />}
      {record && hasEdits && !isRunning.value && <Overtaken columns={columns} record={record} base={base} />}
      <fieldset disabled={isGone} aria-label={isNew ? `New ${table.name}` : 'Columns'}>
        {columns
          .filter((column) => !(isNew && column.read_only))
          .map((column) => (
            <RecordField
              key={column.name}
              column={column}
              typed={typedIn(edited, column, record)}
              onType={(typed) => type(column.name, typed, isRunning.value)}
              isKey={column.name === key}
              isNew={isNew}
              error={error.value}
              hint={hintOf(column.name, change)}
            />
          ))}
      </fieldset>
      <Failure
        error={besides(
          error.value,
          columns.map(({ name }) => name),
        )}
      />
      <p class="actions">
        {/* A disabled button would lose the focus. */}
        <button type="submit" class="main" aria-disabled={isIdle || isRunning.value}>
          {isNew ? 'Create' : 'Save'}
        </button>
        {areKept && (
          <>
            <button type="button" onClick={discardAll}>
              Discard edits
            </button>
            <span class="quiet">These edits are not saved yet.</span>
          </>
        )}
        {children}
      </p>
    </form>
  );
}

function Gone() {
  return (
    <p class="failure" role="alert">
      This record was deleted meanwhile. The fields show its last values; they cannot be saved.
    </p>
  );
}

interface OvertakenProps {
  readonly columns: TableInfo['columns'];
  readonly record: RecordRow;
  readonly base: RecordRow | undefined;
}

/** Says which columns changed since the editing began. */
function Overtaken({ columns, record, base }: OvertakenProps) {
  const overtaken = columns.filter(({ name }) => !isEqual(record[name], base?.[name]));
  if (overtaken.length === 0) return null;
  return (
    <div class="failure" role="alert">
      This record changed while you were editing. Your edits are still here, and saving writes only them. The new
      values:
      <ul>
        {overtaken.map(({ name }) => (
          <li key={name}>
            <code>{name}</code> {valueText(record[name])}
          </li>
        ))}
      </ul>
    </div>
  );
}

function typedIn(
  edited: RecordDraft,
  column: TableInfo['columns'][number],
  record: RecordRow | undefined,
): Typed | undefined {
  const { name } = column;
  return name in edited ? edited[name] : typedOf(column, record?.[name]);
}

function hintOf(name: string, change: RowChange | undefined): string | undefined {
  return change?.columns?.includes(name) ? `In the baseline: ${valueText(change.before?.[name])}` : undefined;
}

/** Whether a field holds what the record has, or nothing that a new record could be given. */
function isUntouched({ columns }: TableInfo, record: RecordRow | undefined, name: string, typed: Typed): boolean {
  const column = columns.find((one) => one.name === name);
  if (column === undefined) return true;
  // An empty text is a value only where texts are typed.
  if (record === undefined) return typed === '' && (column.kind !== 'string' || column.values !== undefined);
  return typedOf(column, record[name]) === typed;
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
