import type { Signal } from '@preact/signals';
import type { ControlError } from '../../model/control-api.js';
import { Field } from '../../parts/field.jsx';
import { Options } from '../../parts/options.jsx';
import { effects, type FilledForm, type RuleField, ruleFieldsOf } from './rule-fields.js';

interface RuleFormProps {
  readonly form: Signal<FilledForm>;
  readonly error: ControlError | undefined;
}

/** What a rule does, to which requests, and how often. */
export function RuleForm({ form, error }: RuleFormProps) {
  const { effect, texts } = form.value;
  const shown = ruleFieldsOf(effect);
  const ofEffect = shown.filter(({ of }) => of !== undefined);
  const ofAll = shown.filter(({ of }) => of === undefined);
  const field = (entry: RuleField) => <TextField key={entry.path} field={entry} form={form} error={error} />;
  return (
    <>
      <div class="fields">
        <Field label="Effect">
          {(control) => (
            <select
              {...control}
              value={effect}
              onChange={({ currentTarget }) => {
                form.value = { effect: currentTarget.value as FilledForm['effect'], texts };
              }}
            >
              <Options of={effects} />
            </select>
          )}
        </Field>
        {ofEffect.filter(isShort).map(field)}
      </div>
      {ofEffect.filter((entry) => !isShort(entry)).map(field)}
      <div class="fields">{ofAll.filter(isShort).map(field)}</div>
      <div class="fields">{ofAll.filter((entry) => !isShort(entry)).map(field)}</div>
    </>
  );
}

function TextField({ field, form, error }: RuleFormProps & { readonly field: RuleField }) {
  const { effect, texts } = form.value;
  const { path, label, hint, control: kind } = field;
  const text = {
    value: texts[path],
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => {
      form.value = { effect, texts: { ...texts, [path]: currentTarget.value } };
    },
  };
  return (
    <Field label={label} hint={hint} error={error} path={path}>
      {(control) =>
        isShort(field) ? (
          <input {...control} {...text} {...(kind === 'number' && { type: 'number', step: 'any' })} />
        ) : (
          <textarea {...control} {...text} class="mono" rows={kind === 'json' ? 3 : 2} spellcheck={false} />
        )
      }
    </Field>
  );
}

/** Whether a field takes one line. */
function isShort({ control }: RuleField): boolean {
  return control === 'number' || control === 'text';
}
