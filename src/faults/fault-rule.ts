import * as z from 'zod/mini';
import { butIs } from '../foundation/but-is.js';
import { type AddIssue, issueAdder, json, type ListSchema } from '../foundation/common-schemas.js';
import { REQUEST_METHODS } from '../protocol/route-address.js';
import type { CheckedPath, PathText } from './checked-path.js';
import { faultMatch, headerNameProblem, namedValues } from './fault-conditions.js';
import { pathPattern } from './path-pattern.js';

/** The maximum delay in milliseconds, longer than the timeout of any client. */
const LONGEST_DELAY = 600_000;

/** The maximum number of rules of a session. */
export const RULE_LIMIT = 100;

/** The maximum number of answers in a list. */
export const ANSWER_LIMIT = 100;

/** The statuses whose answers have no body. */
export const BODILESS: readonly number[] = [204, 205, 304];

/** Headers that describe how an answer is sent. Servers set them; HTTP clients fail if they are wrong. */
const TRANSPORT_HEADERS = [
  ...['connection', 'content-encoding', 'content-length', 'date', 'keep-alive'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'x-request-id'],
  // In HTTP/2, Node throws an error for these.
  ...['http2-settings', 'proxy-connection'],
];

const invalidDelay = butIs(
  `must be a number of milliseconds from 0 to ${LONGEST_DELAY}, or {min, max} of such numbers`,
);
const milliseconds = z.number(invalidDelay).check(z.minimum(0, invalidDelay), z.maximum(LONGEST_DELAY, invalidDelay));

/** A delay in milliseconds: a number, or a range for a random number. */
export const delaySchema = z.union(
  [
    milliseconds,
    z
      .strictObject({
        /** The shortest delay in milliseconds. */
        min: milliseconds,
        /** The longest delay in milliseconds. */
        max: milliseconds,
      })
      .check(z.refine(({ min, max }) => min <= max, 'min must be at most max')),
  ],
  invalidDelay,
);
export type Delay = z.output<typeof delaySchema>;

const invalidProbability = butIs('must be a number from 0 to 1');

function integer(least: number, greatest: number) {
  const error = butIs(`must be an integer from ${least} to ${greatest}`);
  return z.int(error).check(z.minimum(least, error), z.maximum(greatest, error));
}

/** An integer without a limit but that of JavaScript. */
function integerFrom(least: number) {
  const tooLow = butIs(`must be an integer of ${least} or more`);
  const tooBig = butIs(`must be at most ${Number.MAX_SAFE_INTEGER}`);
  const error = (issue: z.core.$ZodRawIssue) => (issue.code === 'too_big' ? tooBig : tooLow).error(issue);
  return z.int({ error }).check(z.minimum(least, tooLow));
}

const onlyTrue = butIs('must be true, or be left out');

export const answerStatus = integer(200, 599);

export const answerHeaders = namedValues(
  z.string().check(z.regex(/^[\x20-\x7e]*$/, 'must be printable ASCII characters')),
  'headers',
  (name) =>
    TRANSPORT_HEADERS.includes(name.toLowerCase())
      ? 'cannot be set, because it describes how the answer is sent'
      : headerNameProblem(name),
);

const answerFields = {
  /** From 200 to 599. Default: 200 with a body. */
  status: z.optional(answerStatus),
  /** Any JSON. Default: an error body of the API that was called. */
  body: z.optional(json),
  /** The header `Retry-After`, in seconds. */
  retry_after: z.optional(integerFrom(0)),
  /** Headers of the answer, in addition to its usual ones or in their place. */
  headers: z.optional(answerHeaders),
};

const faultAnswer = z.strictObject(answerFields).check(
  z.superRefine((answer, context) => {
    const addIssue = issueAdder(context);
    if (answer.status === undefined && answer.body === undefined) addIssue('must have a status or a body');
    checkAnswer(answer, addIssue, { inList: true });
  }),
);

/** One answer of a rule that gives several in turn. `{ status: 200 }` without a body is the normal answer. */
export type FaultAnswer = z.input<typeof faultAnswer>;

function listOf<Item extends z.core.$ZodType>(item: Item): ListSchema<Item> {
  return z.array(item).check(z.minLength(1), z.maxLength(ANSWER_LIMIT));
}

const fields = z.strictObject({
  /** Default: every method. */
  method: z.optional(z.enum(REQUEST_METHODS, butIs(`must be one of ${REQUEST_METHODS.join(', ')}`))),
  /** The path of a route (`/user-data/v1/client/:id`) or of one record, or a prefix and `*`. Default: all API paths. */
  path: z.optional(pathPattern),
  /** Conditions on headers, query, caller and body of the request. */
  match: z.optional(faultMatch),
  /** The number of matching requests to leave out before the rule applies. */
  skip: z.optional(integerFrom(0)),
  ...answerFields,
  /** The status, or a list of statuses to answer with in turn, in which 200 is the normal answer. */
  status: z.optional(
    z.union(
      [answerStatus, listOf(answerStatus)],
      butIs(`must be an integer from 200 to 599, or a list of 1 to ${ANSWER_LIMIT} of them`),
    ),
  ),
  /** Answers to give in turn, one for each request. */
  answers: z.optional(listOf(faultAnswer)),
  /** Milliseconds to wait before the answer is sent. */
  delay_ms: z.optional(delaySchema),
  /** From 0 (never) to 1 (always). */
  probability: z.optional(
    z.number(invalidProbability).check(z.minimum(0, invalidProbability), z.maximum(1, invalidProbability)),
  ),
  /** The number of requests to which it applies. Default: no limit or, with a list of answers, its length. */
  times: z.optional(integerFrom(1)),
  /** Holds the answer back until it is released: by `release`, by removing the rule, by a reset. */
  hold: z.optional(z.literal(true, onlyTrue)),
  /** Breaks the connection instead of answering. */
  abort: z.optional(z.literal(true, onlyTrue)),
  /** Cuts the answer off in the middle, so that it is invalid JSON. */
  malformed: z.optional(z.literal(true, onlyTrue)),
});
type FaultField = keyof typeof fields.shape;

/** What a field of a rule is, beside its schema. A new field does not compile without it. */
interface FieldFacts {
  /** Whether it makes a rule do something: a rule has at least one of these. */
  readonly isEffect?: true;
  /** Whether it is an effect on the answer that is `true` or left out. */
  readonly isFlag?: true;
  /** The fields that it cannot be combined with. */
  readonly excludes?: readonly FaultField[];
  /** Why, as the end of the sentence "cannot be combined with <field>". */
  readonly because?: string;
}

const facts = {
  method: {},
  path: {},
  match: {},
  skip: {},
  status: { isEffect: true },
  body: { isEffect: true },
  answers: { isEffect: true, excludes: ['status', 'body', 'retry_after'] },
  headers: { isEffect: true },
  delay_ms: { isEffect: true },
  hold: {
    isEffect: true,
    isFlag: true,
    excludes: ['delay_ms'],
    because: '; a held answer is sent as soon as it is released',
  },
  abort: {
    isEffect: true,
    isFlag: true,
    excludes: ['status', 'body', 'answers', 'headers', 'retry_after', 'malformed'],
    because: ', which sends no answer',
  },
  malformed: { isEffect: true, isFlag: true },
  retry_after: {},
  probability: {},
  times: {},
} as const satisfies Readonly<Record<FaultField, FieldFacts>>;
/** The fields that make a rule do something. */
export type EffectField = {
  [Name in FaultField]: (typeof facts)[Name] extends { isEffect: true } ? Name : never;
}[FaultField];
type FlagField = { [Name in FaultField]: (typeof facts)[Name] extends { isFlag: true } ? Name : never }[FaultField];

/** The facts about each field of a rule. */
export const faultFields = Object.entries(facts) as [FaultField, FieldFacts][];
const effects = faultFields.flatMap(([field, { isEffect }]) => (isEffect ? [field] : []));
const flags = faultFields.flatMap(([field, { isFlag }]) => (isFlag ? [field as FlagField] : []));

/** Makes requests fail, or changes or delays their answers. */
export const faultRule = fields.check(
  z.superRefine((rule, context) => {
    const addIssue = issueAdder(context);
    if (effects.every((effect) => rule[effect] === undefined)) {
      addIssue(`A fault rule needs at least one of ${effects.join(', ')}`);
    }
    for (const [field, { excludes = [], because = '' }] of faultFields) {
      if (rule[field] === undefined) continue;
      for (const other of excludes) {
        if (rule[other] !== undefined) addIssue(`cannot be combined with ${field}${because}`, other);
      }
    }
    if (rule.answers) return;
    const { status } = rule;
    if (typeof status !== 'object') return checkAnswer({ ...rule, status }, addIssue, { inList: false });
    if (rule.body !== undefined) addIssue('cannot be combined with a list of statuses; use answers', 'body');
    for (const [i, one] of status.entries()) {
      if (needsBody(one) && one !== 200) addIssue(`is ${one}, which requires a body; use answers`, 'status', i);
    }
  }),
);

/** A rule to add, for example `{ path: '/public-api/v1/brief', status: 503, times: 2 }`. */
export type FaultRule = z.input<typeof faultRule>;

/** A rule in whose path the compiler finds what no API answers, if the path is written out. */
export type WrittenRule<Path extends PathText> = Omit<FaultRule, 'path'> & {
  /** The path of a route or of one record, or a prefix and `*`. Default: all paths except those of the control API. */
  path?: CheckedPath<Path> | undefined;
};

/** Whether an answer with this status must have a body that the rule gives. Failures have a default body. */
function needsBody(status: number): boolean {
  return status >= 200 && status < 400 && !BODILESS.includes(status);
}

/** Why an answer with this status has no body; undefined if it may have one. */
export function bodyProblem(status: number | undefined): string | undefined {
  if (status === undefined || !BODILESS.includes(status)) return undefined;
  return `cannot be combined with status ${status}, whose answers have no body`;
}

/** Checks that the parts of an answer fit. In a list, 200 without a body is the normal answer. */
function checkAnswer(
  { status, body, retry_after, malformed }: Omit<FaultAnswer, 'headers'> & Pick<FaultRule, 'malformed'>,
  addIssue: AddIssue,
  { inList }: { inList: boolean },
): void {
  const noBody = bodyProblem(status);
  if (noBody !== undefined && body !== undefined) addIssue(noBody, 'body');
  if (noBody !== undefined && malformed) addIssue(noBody, 'malformed');
  if (retry_after !== undefined && status === undefined) addIssue('requires a status', 'retry_after');
  if (status === undefined || !needsBody(status) || body !== undefined || (inList && status === 200)) return;
  addIssue(`is required with status ${status}; only a status of 400 or more has a default body`, 'body');
}

/** What a rule does to one request. Without `status` and `body`, the route answers. */
export interface FaultEffect extends Omit<FaultAnswer, 'retry_after'>, Readonly<Pick<FaultRule, FlagField>> {}

/** What a rule does to requests, in turn; nothing if it only delays them. */
export function effectsOf({ status, answers, ...rule }: FaultRule): FaultEffect[] {
  const { body, retry_after, headers } = rule;
  const flagged: Pick<FaultRule, FlagField> = Object.fromEntries(flags.map((flag) => [flag, rule[flag]]));
  const effectOf = ({ retry_after, ...answer }: FaultAnswer): FaultEffect => ({
    ...answer,
    headers: {
      ...(retry_after !== undefined && { 'retry-after': String(retry_after) }),
      ...headersInLowerCase(headers),
      ...headersInLowerCase(answer.headers),
    },
    ...flagged,
  });
  // In a list of statuses, `retry_after` belongs to those that the rule answers with.
  const answerOf = (one: number): FaultAnswer => (one === 200 ? { status: one } : { status: one, retry_after });
  const list: readonly FaultAnswer[] | undefined =
    answers ?? (typeof status === 'object' ? status.map(answerOf) : undefined);
  if (list !== undefined) return list.map((one) => effectOf(isNormal(one) ? { ...one, status: undefined } : one));
  const single = { status: status as number | undefined, body, retry_after };
  const isEffective = [single.status, body, headers, ...Object.values(flagged)].some((part) => part !== undefined);
  return isEffective ? [effectOf(single)] : [];
}

/** The number of requests to which a rule applies. */
export function timesOf({ status, answers, times }: FaultRule): number {
  const list = answers ?? (typeof status === 'object' ? status : undefined);
  return times ?? list?.length ?? Number.POSITIVE_INFINITY;
}

function isNormal({ status, body }: FaultAnswer): boolean {
  return status === 200 && body === undefined;
}

/** Headers by their names in lower case, so that they can replace others. */
export function headersInLowerCase(headers: FaultAnswer['headers'] = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A delay in milliseconds; `random` draws from a range. */
export function millisecondsOf(delay: Delay, random: () => number): number {
  return typeof delay === 'number' ? delay : delay.min + random() * (delay.max - delay.min);
}
