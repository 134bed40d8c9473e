import type { FaultRule } from 'briefs-mock';
import { ControlError, type Issue } from '../../model/control-api.js';

/** What a rule does; the form shows the fields that go with it. */
export const effects = {
  status: 'answer with a status',
  delay: 'delay the answer',
  hold: 'hold the answer back',
  malformed: 'cut the answer off in the middle',
  abort: 'break the connection',
} as const;
export type Effect = keyof typeof effects;

/** The fields of the form as they are typed. An empty text leaves the field of the rule out. */
export interface RuleFields {
  readonly effect: Effect;
  readonly status: string;
  readonly retry_after: string;
  readonly body: string;
  readonly delay_ms: string;
  readonly times: string;
  readonly skip: string;
  readonly probability: string;
  readonly caller: string;
}

export const emptyFields: RuleFields = {
  effect: 'status',
  status: '503',
  retry_after: '',
  body: '',
  delay_ms: '1000',
  times: '',
  skip: '',
  probability: '',
  caller: '',
};

/** Which requests a rule is about. */
export interface Target {
  readonly method?: NonNullable<FaultRule['method']>;
  readonly path?: string;
}

/** The rule that the fields describe. The mock validates it. @throws ControlError if the body is not valid JSON. */
export function ruleOf(target: Target, fields: RuleFields): FaultRule {
  const { effect, caller } = fields;
  const rule: Record<string, unknown> = { ...target };
  if (effect === 'status') {
    setNumbers(rule, fields, ['status', 'retry_after']);
    if (fields.body.trim() !== '') rule.body = parsed(fields.body, 'body');
  } else if (effect === 'delay') {
    setNumbers(rule, fields, ['delay_ms']);
  } else {
    rule[effect] = true;
  }
  setNumbers(rule, fields, ['times', 'skip', 'probability']);
  if (caller.trim() !== '') rule.match = { caller: caller.trim() };
  return rule as FaultRule;
}

function setNumbers(rule: Record<string, unknown>, fields: RuleFields, names: readonly (keyof RuleFields)[]): void {
  for (const name of names) if (fields[name].trim() !== '') rule[name] = Number(fields[name]);
}

/** The value of a JSON text. @throws ControlError with an issue at the field */
export function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const issue: Issue = { path, message: `is not valid JSON: ${(error as Error).message}` };
    throw new ControlError(400, `${issue.path} ${issue.message}`, [issue]);
  }
}

/** Rules that are added with one click, for the requests that are chosen. */
export const presets: readonly { readonly title: string; readonly rule: FaultRule }[] = [
  { title: '5 % answered with 500', rule: { status: 500, probability: 0.05 } },
  { title: '429 with Retry-After', rule: { status: 429, retry_after: 30 } },
  { title: 'Connection broken', rule: { abort: true } },
  { title: 'Hold the next answer', rule: { hold: true, times: 1 } },
  { title: 'Three seconds slower', rule: { delay_ms: 3000 } },
];
