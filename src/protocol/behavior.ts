import * as z from 'zod';
import { checkOptions } from '../foundation/check-options.js';
import { requiredText, tokenText } from '../foundation/common-schemas.js';
import { issuesError } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import { originOf } from './origin.js';

/** Origins as browsers send them. */
export const originList = z.array(
  z
    .string()
    .refine(
      (text) => text === 'null' || originOf(text) === text,
      'must be an origin as browsers send it, such as https://app.example',
    ),
);

const behaviorSchema = z.strictObject({
  /** P2. The accepted bearer tokens: only issued ones, also JWTs with an unverified claim, or any text. */
  tokens: z.enum(['issued', 'jwt', 'any']).default('issued'),
  /** P7. Whether a brief to which the user is not entitled gets 404 instead of 403. */
  hideUnentitled: z.boolean().default(false),
  /** P8. Whether bookmarking something again answers with the existing bookmark or with 409. */
  repeatBookmark: z.enum(['same', 'conflict']).default('same'),
  /** P9. Whether deleting a missing bookmark answers with 404, or with 200 and an empty list. */
  deleteMissingBookmark: z.enum(['not-found', 'empty']).default('not-found'),
  /** P16. The origin of `upgrade` and `web` links. */
  webOrigin: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .refine((url) => !/[?#]/.test(url), 'must not contain ? or #')
    .default('https://briefs.example'),
  /** P19. Whether the articles of a document contain their `gid`. */
  articleGid: z.boolean().default(true),
  /** D4. Whether a first name that another user has gets 409. */
  uniqueFirstName: z.boolean().default(false),
  /** D7. Whether deleted clients and client-brief relationships are hidden from GET. */
  hideDeleted: z.boolean().default(false),
  /** D11. Whether the key `preference_value` in answers is plain, has an apostrophe at its end, or appears in both forms. */
  apostropheKey: z.enum(['off', 'on', 'both']).default('off'),
  /** D13. Whether setting an existing preference replaces it or adds another. */
  setPreference: z.enum(['upsert', 'append']).default('upsert'),
  /** D23. The allowed values of `X-REQUEST-FROM` (403 otherwise); null: any. */
  requestFrom: z.array(requiredText).nullable().default(null),
  /** X13. The bearer token that user-data and user-preference require; null: none. */
  serviceToken: tokenText.nullable().default(null),
  /** X16. Whether a request body without a JSON content type gets 415. */
  requireContentType: z.boolean().default(false),
  /** X25. The origins whose pages may call the three APIs in browsers; `*`: every origin. */
  corsOrigin: z
    .union([z.literal('*'), originList], {
      error: "must be '*' or a list of origins",
    })
    .default('*'),
});

const switches = Object.keys(behaviorSchema.shape);

/** The behavior that the specifications leave open: each key is a decision in docs/reference/unspecified-behavior.md. */
export type Behavior = z.output<typeof behaviorSchema>;

/** The `behavior` option: any of the switches. */
export type BehaviorOptions = z.input<typeof behaviorSchema>;

/** Validates the options and fills in defaults. @throws MockError `malformed_data`, listing the known switches. */
export function behaviorOf(options: BehaviorOptions = {}): Behavior {
  checkOptions('behavior', options, switches);
  return expectValid(behaviorSchema, options, { root: ['behavior'], jitless: true });
}

/**
 * Parses a switch in the form `key=value`. The value is text or, if the text is not valid, JSON: `hideDeleted=true`.
 * @throws MockError `malformed_data`, listing the known switches or the allowed values.
 */
export function parseSwitch(assignment: string): BehaviorOptions {
  const [key = '', ...rest] = assignment.split('=');
  const text = rest.join('=');
  checkOptions('behavior', { [key]: text }, switches);
  const schema = behaviorSchema.shape[key as keyof BehaviorOptions];
  const value = schema.safeParse(text).success ? text : parseJson(text);
  if (rest.length === 0)
    throw issuesError('malformed_data', [{ path: `behavior.${key}`, message: `must be written as ${key}=<value>` }]);
  expectValid(schema, value, { root: ['behavior', key] });
  return { [key]: value };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
