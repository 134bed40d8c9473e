import * as z from 'zod/mini';
import { checkOptions } from '../foundation/check-options.js';
import { type ListSchema, requiredText, tokenText } from '../foundation/common-schemas.js';
import { HIDDEN } from '../foundation/secrets.js';
import { expectValid } from '../foundation/validate.js';
import { originOf } from './origin.js';

/** Origins as browsers send them. */
export const originList: ListSchema<z.ZodMiniString> = z.array(
  z
    .string()
    .check(
      z.refine(
        (text) => text === 'null' || originOf(text) === text,
        'must be an origin as browsers send it, such as https://app.example',
      ),
    ),
);

const requiredTexts: ListSchema<typeof requiredText> = z.array(requiredText);

export const behaviorSchema = z.strictObject({
  /** The accepted bearer tokens: only issued ones, also JWTs with an unverified claim, or any text. */
  tokens: z._default(z.enum(['issued', 'jwt', 'any']), 'issued'),
  /** Whether a brief to which the user is not entitled gets 404 instead of 403. */
  hideUnentitled: z._default(z.boolean(), false),
  /** Whether bookmarking something again answers with the existing bookmark or with 409. */
  repeatBookmark: z._default(z.enum(['same', 'conflict']), 'same'),
  /** Whether deleting a missing bookmark answers with 404, or with 200 and an empty list. */
  deleteMissingBookmark: z._default(z.enum(['not-found', 'empty']), 'not-found'),
  /** The origin of `upgrade` and `web` links. */
  webOrigin: z._default(
    z
      .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
      .check(z.refine((url) => !/[?#]/.test(url), 'must not contain ? or #')),
    'https://briefs.example',
  ),
  /** Whether the articles of a document contain their `gid`. */
  articleGid: z._default(z.boolean(), true),
  /** Whether a first name that another user has gets 409. */
  uniqueFirstName: z._default(z.boolean(), false),
  /** Whether deleted clients and client-brief relationships are hidden from GET. */
  hideDeleted: z._default(z.boolean(), false),
  /** Whether the key `preference_value` in answers is plain, has an apostrophe at its end, or appears in both forms. */
  apostropheKey: z._default(z.enum(['off', 'on', 'both']), 'off'),
  /** Whether setting an existing preference replaces it or adds another. */
  setPreference: z._default(z.enum(['upsert', 'append']), 'upsert'),
  /** The allowed values of `X-REQUEST-FROM` (403 otherwise); null: any. */
  requestFrom: z._default(z.nullable(requiredTexts), null),
  /** The bearer token that user-data and user-preference require; null: none. */
  serviceToken: z._default(z.nullable(tokenText), null),
  /** Whether a request body without a JSON content type gets 415. */
  requireContentType: z._default(z.boolean(), false),
  /** The origins whose pages may call the three APIs in browsers; `*`: every origin. */
  corsOrigin: z._default(z.union([z.literal('*'), originList], "must be '*' or a list of origins"), '*'),
});

export const switches = Object.keys(behaviorSchema.shape);

/** The behavior that the specifications leave open: each key is a decision in docs/reference/unspecified-behavior.md. */
export type Behavior = Readonly<z.output<typeof behaviorSchema>>;

/** Whether pages of an origin may call the three APIs in browsers. */
export function allowsOrigin({ corsOrigin }: Behavior, origin: string | undefined): boolean {
  return corsOrigin === '*' || corsOrigin.includes(origin ?? '');
}

/** The `behavior` option: any of the switches. */
export type BehaviorOptions = z.input<typeof behaviorSchema>;

/** Validates the options and fills in defaults. @throws MockError `malformed_data`, listing the known switches. */
export function behaviorOf(options: BehaviorOptions = {}): Behavior {
  checkOptions('behavior', options, switches);
  const behavior = expectValid(behaviorSchema, options, { root: ['behavior'], isSecret: isSecretSwitch });
  for (const value of Object.values(behavior)) Object.freeze(value);
  return Object.freeze(behavior);
}

/** Other switches, such as `tokens`, only have the name of a secret. */
export function isSecretSwitch(name: string): boolean {
  return name === 'serviceToken';
}

/** The switches as they are shown: with the service token hidden. */
export function shownBehavior(behavior: Behavior): Behavior {
  return behavior.serviceToken === null ? behavior : { ...behavior, serviceToken: HIDDEN };
}

/** The switches that are not at their defaults, as they are shown. */
export function changedSwitches(behavior: Behavior): BehaviorOptions {
  const defaults = behaviorOf();
  const isChanged = ([name]: [string, unknown]) =>
    behavior[name as keyof Behavior] !== defaults[name as keyof Behavior];
  return Object.fromEntries(Object.entries(shownBehavior(behavior)).filter(isChanged));
}
