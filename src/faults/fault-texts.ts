import type { EffectField, FaultRule } from './fault-rule.js';

// The console bundles this file: it must not import code.

type Field = keyof FaultRule;
type FaultMatch = NonNullable<FaultRule['match']>;

/**
 * How a form asks for a value: as a number, a text or JSON; by lines of `name: value`, whose values are texts, or JSON where they
 * are valid (`values`); by one answer a line.
 */
export type Control = 'number' | 'text' | 'json' | 'pairs' | 'values' | 'answers';

/** How the form of the console shows a field. */
export interface FormField {
  readonly label: string;
  readonly hint?: string;
  readonly control: Control;
  /** What it says at first. */
  readonly initial?: string;
}

/** What a rule can do, of which its form offers one. A body is a part of the answer with a status. */
export type Effect = Exclude<EffectField, 'body'>;

interface FieldTexts<Value> {
  /** In the reference page, in Markdown. What the field cannot be combined with is added. */
  readonly reference: string;
  /** What is true without the field, for the reference page. */
  readonly default?: string;
  /** How the form shows it. Undefined: the effect says everything, or the form chooses the route otherwise. */
  readonly form?: FormField;
  /** The effects whose rules have it; undefined: all. */
  readonly of?: readonly Effect[];
  /** What the list of rules says. Undefined: the list names the requests of a rule by it. */
  readonly said?: (value: NonNullable<Value>) => string;
}

interface EffectTexts {
  /** What the form says of rules with this effect. The form chooses one of them. */
  readonly effect: string;
}

const count = (value: number, what: string) => `${value} ${what}${value === 1 ? '' : 's'}`;

/** How each field of a rule is shown and explained, in this order. A new field does not compile without its row. */
export const faultTexts: {
  readonly [Name in Field]-?: FieldTexts<FaultRule[Name]> &
    (Name extends Effect ? EffectTexts : { readonly effect?: never });
} = {
  method: {
    reference: '`GET`, `HEAD`, `POST`, `PUT`, `PATCH` or `DELETE`. `GET` does not include `HEAD`.',
    default: 'all methods',
  },
  path: {
    reference:
      'The path of a route (`/user-data/v1/client/:id`), the path of one record (`/user-data/v1/client/3`), or a prefix followed by `*`',
    default: 'all paths except those of the control API',
  },
  match: { reference: 'Conditions on the [contents of the request](#what-a-rule-matches)', default: 'none' },
  probability: {
    reference: 'The probability that the rule applies to a request, 0 to 1',
    default: '1',
    form: { label: 'Probability', hint: '0 to 1', control: 'number' },
    said: (probability) => `${Number((probability * 100).toFixed(2))} % of them:`,
  },
  abort: {
    reference:
      '`true`: the server closes the connection without an answer. With MSW and `mock.fetch`, this is a network error; see also [`createFetchHandler`](../how-to/nextjs-bun-deno-workers.md#broken-connections).',
    effect: 'break the connection',
    said: () => 'connection broken',
  },
  status: {
    reference:
      'The status of the answer, 200 to 599. From 400 on, the body is an error in the format of the API. Below 400, `body` is required, except for 204, 205 and 304, which have no body. Or [a list of statuses](#answers-in-turn).',
    default: 'the status of the real answer, or 200 with `body`',
    effect: 'answer with a status',
    form: { label: 'Status', hint: '200 to 599', control: 'number', initial: '503' },
    of: ['status'],
    said: (status) => `answered with ${Array.isArray(status) ? status.join(', then ') : status}`,
  },
  answers: {
    reference: '[Answers to give in turn](#answers-in-turn)',
    effect: 'give answers in turn',
    form: {
      label: 'Answers',
      hint: 'One a line: a status, or JSON such as {"status": 429, "retry_after": 1}. 200 is the normal answer.',
      control: 'answers',
    },
    of: ['answers'],
    said: (answers) => `${count(answers.length, 'answer')} in turn`,
  },
  body: {
    reference: 'Any JSON without the key `__proto__`. It replaces the body of the answer.',
    form: {
      label: 'Body',
      hint: 'JSON. Without it, a status of 400 or more has an error body of the API.',
      control: 'json',
    },
    of: ['status'],
    said: () => 'own body',
  },
  retry_after: {
    reference: 'The value of the header `Retry-After`, in seconds. Requires `status`.',
    default: 'no header',
    form: { label: 'Retry-After', hint: 'In seconds', control: 'number' },
    of: ['status'],
    said: (seconds) => `Retry-After ${seconds}`,
  },
  headers: {
    reference:
      'Headers to add to the answer, or to replace there, at most 20. They also apply to the real answer if the rule has no other effect. Headers that describe how the answer is sent, such as `Content-Length`, and `X-Request-Id` are rejected.',
    effect: 'change the headers only',
    form: { label: 'Headers of the answer', hint: 'One a line, such as X-Limit: 10', control: 'pairs' },
    of: ['headers', 'status', 'answers', 'delay_ms', 'hold', 'malformed'],
    said: (headers) => `headers ${Object.keys(headers).join(', ')}`,
  },
  malformed: {
    reference: '`true`: the answer is cut off in the middle, so that it is not valid JSON.',
    effect: 'cut the answer off in the middle',
    said: () => 'cut off in the middle',
  },
  delay_ms: {
    reference: 'A delay before the answer is sent, in milliseconds, 0 to 600,000, or `{"min", "max"}`',
    default: 'no delay',
    effect: 'delay the answer',
    form: { label: 'Delay', hint: 'In milliseconds', control: 'number', initial: '1000' },
    of: ['delay_ms'],
    said: (delay) => `delayed by ${typeof delay === 'number' ? delay : `${delay.min} to ${delay.max}`} ms`,
  },
  hold: {
    reference: '`true`: [the answer is held back](#hold-answers-back) until it is released.',
    effect: 'hold the answer back',
    said: () => 'held back',
  },
  skip: {
    reference: 'The number of matching requests to leave out before the rule applies',
    default: '0',
    form: { label: 'Skip', hint: 'Requests to skip first', control: 'number' },
    said: (skip) => `not the first ${skip}`,
  },
  times: {
    reference: 'The number of requests after which the rule no longer applies, from 1',
    default: 'no limit; with a list of answers, its length',
    form: { label: 'Times', hint: 'Then the rule no longer applies', control: 'number' },
    said: (times) => (times < Number.MAX_SAFE_INTEGER ? `at most ${count(times, 'time')}` : ''),
  },
};

interface ConditionTexts {
  /** Ends the sentence "The condition holds if …", in Markdown. */
  readonly reference: string;
  readonly example: string;
  readonly form: FormField;
}

/** The same of each condition of `match`. */
export const conditionTexts: { readonly [Name in keyof FaultMatch]-?: ConditionTexts } = {
  caller: {
    reference:
      'the user whose token was sent has this e-mail, case-insensitive. Only the brief and bookmark API and your own routes have users as callers.',
    example: '"*@acme.example"',
    form: { label: 'Caller', hint: 'An e-mail; * stands for anything', control: 'text' },
  },
  headers: {
    reference: 'each of these headers has this value. The names are case-insensitive.',
    example: '{"X-Feature": "beta-*"}',
    form: { label: 'Headers of the request', hint: 'One a line, such as X-Feature: beta-*', control: 'pairs' },
  },
  query: {
    reference:
      'each of these query parameters has this value. If a parameter is given several times, one of its values is enough.',
    example: '{"page": "2"}',
    form: { label: 'Query', hint: 'One parameter a line, such as page: 2', control: 'pairs' },
  },
  body: {
    reference: 'each of these fields of the JSON body has this value; with `"*"`, any value',
    example: '{"email": "bo@*", "is_admin": true}',
    form: {
      label: 'Fields of the request',
      hint: 'Of its JSON body. One a line, such as *.email: bo@* or is_admin: true',
      control: 'values',
    },
  },
};
