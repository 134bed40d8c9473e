import { type Signal, useSignal } from '@preact/signals';
import type { Fault } from 'briefs-mock';
import { useConsole } from '../../model/console-model.js';
import type { ControlError } from '../../model/control-api.js';
import { useAction } from '../../model/use-action.js';
import { useAnswer } from '../../model/use-answer.js';
import { ActionButton } from '../../parts/action-button.jsx';
import { useFilter } from '../../parts/bound.js';
import { Failure } from '../../parts/failure.jsx';
import { besides, Field } from '../../parts/field.jsx';
import { Options } from '../../parts/options.jsx';
import {
  emptyForm,
  type FilledForm,
  parsed,
  presets,
  type RuleTarget,
  ruleFields,
  ruleFieldsOf,
  ruleOf,
} from './rule-fields.js';
import { RuleForm } from './rule-form.jsx';

const OTHER_PATH = 'other';

/** Adds a rule: by one click, by its fields, or as JSON, which can say everything that the control API takes. */
export function AddRule() {
  const { api, navigation } = useConsole();
  const { route = '', path = '' } = navigation.place.value.query;
  const form = useSignal<FilledForm>(emptyForm);
  const isJson = useSignal(false);
  /** The rule as somebody has written it in JSON, until the form says something else. */
  const typed = useSignal<string | undefined>(undefined);
  const target = targetOf(route, path);
  const filledJson = JSON.stringify(ruleOf(target, form.value, true), null, 2);
  const json = typed.value ?? filledJson;
  /** What the form said when the JSON was left. */
  const left = useSignal(filledJson);
  /** The id of the last rule that was added here. */
  const added = useSignal<number | undefined>(undefined);
  const add = async (rule: unknown) => {
    added.value = undefined;
    added.value = (await api.send<{ data: Fault }>('POST', '/__mock/faults', rule)).data.id;
  };
  const { submit, error, isRunning } = useAction(async () => {
    const [filled, written, wasJson] = [form.value, typed.value, isJson.value];
    await add(wasJson ? parsed(json, 'rule') : ruleOf(target, filled));
    // What was typed meanwhile stays.
    if (form.value === filled) form.value = emptyForm;
    if (!wasJson || typed.value !== written) return;
    typed.value = undefined;
    isJson.value = false;
  });
  const toggleJson = () => {
    error.value = undefined;
    // A text that is empty, or older than what the form says, makes way for that.
    if (json.trim() === '' || (!isJson.value && left.value !== filledJson)) typed.value = undefined;
    if (isJson.value) left.value = filledJson;
    isJson.value = !isJson.value;
  };
  /** The paths of the issues that fields show. */
  const shownAtFields = ['path', ...ruleFieldsOf(form.value.effect).map(({ path }) => path)];
  return (
    <section aria-labelledby="add-rule">
      <h2 id="add-rule">Add a rule</h2>
      <form onSubmit={submit}>
        {isJson.value ? (
          <JsonField json={json} typed={typed} error={error.value} />
        ) : (
          <>
            <TargetFields error={error.value} />
            <Presets onAdd={(rule) => add({ ...target, ...rule })} />
            <RuleForm form={form} error={error.value} />
          </>
        )}
        <p class="actions">
          <button type="submit" class="main" aria-disabled={isRunning.value}>
            Add the rule
          </button>
          <button type="button" onClick={toggleJson}>
            {isJson.value ? 'As a form' : 'As JSON'}
          </button>
          {added.value !== undefined && <span role="status">Added rule {added.value}</span>}
        </p>
        <Failure error={besides(error.value, isJson.value ? ['rule'] : shownAtFields)} />
      </form>
    </section>
  );
}

/** Which requests the rule is for. The address holds it, so that other views can link to it. */
function TargetFields({ error }: { readonly error: ControlError | undefined }) {
  const route = useFilter('route');
  const path = useFilter('path');
  const { value: routes, error: routesError } = useAnswer<{ data: Required<RuleTarget>[] }>('/__mock/routes');
  return (
    <>
      <Failure error={routesError} />
      <div class="fields">
        <Field label="For requests to">
          {(control) => (
            <select {...control} {...route}>
              <option value="">every path</option>
              <option value={OTHER_PATH}>another path …</option>
              <Options of={(routes?.data ?? []).map(({ method, path }) => `${method} ${path}`)} />
            </select>
          )}
        </Field>
        {route.value === OTHER_PATH && (
          <Field
            label="Path"
            hint="The path of one record, such as /user-data/v1/client/3, or a prefix and *."
            error={error}
            path="path"
          >
            {(control) => <input {...control} {...path} />}
          </Field>
        )}
      </div>
    </>
  );
}

function Presets({ onAdd }: { readonly onAdd: (rule: object) => Promise<unknown> }) {
  return (
    <p class="actions" role="group" aria-label="Add at once">
      <span>Add at once:</span>
      {presets.map(({ title, rule }) => (
        <ActionButton key={title} onAct={() => onAdd(rule)}>
          {title}
        </ActionButton>
      ))}
    </p>
  );
}

interface JsonFieldProps {
  readonly json: string;
  /** Gets what somebody types. */
  readonly typed: Signal<string | undefined>;
  readonly error: ControlError | undefined;
}

function JsonField({ json, typed, error }: JsonFieldProps) {
  return (
    <Field label="Rule as JSON" hint={`All fields of a rule: ${ruleFields.join(', ')}.`} error={error} path="rule">
      {(control) => (
        <textarea
          {...control}
          class="mono"
          rows={12}
          spellcheck={false}
          value={json}
          onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** The requests that the address names: of a route, to a path, or all. The mock rejects a path that it does not know. */
function targetOf(route: string, path: string): RuleTarget {
  if (route === '') return {};
  if (route === OTHER_PATH) return { path };
  const [method, ofRoute] = route.split(' ');
  return { method, path: ofRoute } as RuleTarget;
}
