import type { FaultRule } from 'briefs-mock';
import {
  type Control,
  conditionTexts,
  type Effect,
  type FormField,
  faultTexts,
} from '../../../src/faults/fault-texts.js';
import { ControlError } from '../../model/control-api.js';

/** A field of the form. */
export interface RuleField extends FormField {
  /** Where its value is in the rule. */
  readonly path: string;
  /** The effects with which it is shown; undefined: all. */
  readonly of?: readonly Effect[] | undefined;
}

const MATCH = 'match.';

const entries: readonly RuleField[] = [
  ...Object.entries(faultTexts).flatMap(([path, { form, of }]) => (form === undefined ? [] : [{ ...form, path, of }])),
  ...Object.entries(conditionTexts).map(([name, { form }]) => ({ ...form, path: MATCH + name })),
];

/** What a rule does; the form shows the fields that go with it. */
export const effects = Object.entries(faultTexts).flatMap(([name, { effect }]) =>
  effect === undefined ? [] : [[name as Effect, effect] as const],
);

/** The names of all fields of a rule. */
export const ruleFields = Object.keys(faultTexts);

export function ruleFieldsOf(effect: Effect): readonly RuleField[] {
  return entries.filter(({ of }) => of === undefined || of.includes(effect));
}

/** The form as it is filled in. An empty text leaves the field of the rule out. */
export interface FilledForm {
  readonly effect: Effect;
  /** The texts of the fields, by path. */
  readonly texts: Readonly<Record<string, string>>;
}

export const emptyForm: FilledForm = {
  effect: 'status',
  texts: Object.fromEntries(entries.map(({ path, initial = '' }) => [path, initial])),
};

/** Which requests a rule is about. */
export interface RuleTarget {
  readonly method?: NonNullable<FaultRule['method']>;
  readonly path?: string;
}

/**
 * The rule that the form describes. The mock validates it. Fields that cannot be read are left out if `isDraft`.
 * @throws ControlError if a field cannot be read
 */
export function ruleOf(target: RuleTarget, { effect, texts }: FilledForm, isDraft = false): FaultRule {
  const shown = ruleFieldsOf(effect);
  const rule: Record<string, unknown> = { ...target };
  const match: Record<string, unknown> = {};
  if (shown.every(({ path }) => path !== effect)) rule[effect] = true;
  for (const { path, control } of shown) {
    const text = (texts[path] ?? '').trim();
    if (text === '') continue;
    try {
      const value = readers[control](text, path);
      if (path.startsWith(MATCH)) match[path.slice(MATCH.length)] = value;
      else rule[path] = value;
    } catch (error) {
      if (!isDraft) throw error;
    }
  }
  return { ...rule, ...(Object.keys(match).length > 0 && { match }) };
}

const readers: Readonly<Record<Control, (text: string, path: string) => unknown>> = {
  number: Number,
  text: (text) => text,
  json: parsed,
  pairs: (text, path) => pairsIn(text, path, (value) => value),
  values: (text, path) => pairsIn(text, path, jsonOrText),
  answers: (text, path) =>
    linesOf(text).map((line, i) => (/^\d+$/.test(line) ? { status: Number(line) } : parsed(line, `${path}.${i}`))),
};

function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}

/** The values of lines such as `X-Feature: beta`, by name. Headers have the same name in capitals too. */
function pairsIn(text: string, path: string, read: (value: string) => unknown): object {
  const taken = new Set<string>();
  const pairs = linesOf(text).map((line) => {
    const colon = line.indexOf(':');
    if (colon < 1) throw invalid(path, `must have one "name: value" a line, but one is "${line}"`);
    const name = line.slice(0, colon).trim();
    const known = path.endsWith('headers') ? name.toLowerCase() : name;
    if (taken.has(known)) throw invalid(path, `must have each name once, but has ${name} twice`);
    taken.add(known);
    return [name, read(line.slice(colon + 1).trim())];
  });
  return Object.fromEntries(pairs);
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The value of a JSON text. @throws ControlError with an issue at the field */
export function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(path, `is not valid JSON: ${(error as Error).message}`);
  }
}

function invalid(path: string, message: string): ControlError {
  return new ControlError(400, `${path} ${message}`, [{ path, message }]);
}

/** Rules that are added with one click, for the requests that are chosen. */
export const presets: readonly { readonly title: string; readonly rule: FaultRule }[] = [
  { title: '5 % answered with 500', rule: { status: 500, probability: 0.05 } },
  { title: '429 with Retry-After', rule: { status: 429, retry_after: 30 } },
  { title: 'Connection broken', rule: { abort: true } },
  { title: 'Hold the next answer', rule: { hold: true, times: 1 } },
  { title: 'Three seconds slower', rule: { delay_ms: 3000 } },
];
