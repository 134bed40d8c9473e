import type { Signal } from '@preact/signals';
import type { ControlError } from '../../model/control-api.js';
import { Field } from '../../parts/field.jsx';
import { type Effect, effects, type RuleFields } from './rule-fields.js';

interface RuleFormProps {
  readonly fields: Signal<RuleFields>;
  readonly error: ControlError | undefined;
}

/** What a rule does, and how often. */
export function RuleForm({ fields, error }: RuleFormProps) {
  const { effect } = fields.value;
  const set = (changes: Partial<RuleFields>) => {
    fields.value = { ...fields.value, ...changes };
  };
  const number = (name: keyof RuleFields, label: string, hint?: string) => (
    <Field key={name} label={label} {...(hint !== undefined && { hint })} error={error} path={name}>
      {(control) => (
        <input
          {...control}
          type="number"
          step="any"
          value={fields.value[name]}
          onInput={({ currentTarget }) => set({ [name]: currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      <div class="fields">
        <Field label="Effect">
          {(control) => (
            <select
              {...control}
              value={effect}
              onChange={({ currentTarget }) => set({ effect: currentTarget.value as Effect })}
            >
              {Object.entries(effects).map(([name, title]) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        {effect === 'status' && number('status', 'Status', '200 to 599')}
        {effect === 'status' && number('retry_after', 'Retry-After', 'In seconds')}
        {effect === 'delay' && number('delay_ms', 'Delay', 'In milliseconds')}
      </div>
      {effect === 'status' && (
        <Field
          label="Body"
          hint="JSON. Without it, a status of 400 or more has an error body of the API."
          error={error}
          path="body"
        >
          {(control) => (
            <textarea
              {...control}
              class="mono"
              rows={3}
              spellcheck={false}
              value={fields.value.body}
              onInput={({ currentTarget }) => set({ body: currentTarget.value })}
            />
          )}
        </Field>
      )}
      <div class="fields">
        {number('times', 'Times', 'Then the rule no longer applies')}
        {number('skip', 'Skip', 'Requests to leave out first')}
        {number('probability', 'Probability', '0 to 1')}
        <Field label="Caller" hint="An e-mail; * stands for anything" error={error} path="match.caller">
          {(control) => (
            <input
              {...control}
              value={fields.value.caller}
              onInput={({ currentTarget }) => set({ caller: currentTarget.value })}
            />
          )}
        </Field>
      </div>
    </>
  );
}
