import * as z from 'zod';
import { checkOptions } from '../foundation/check-options.js';
import { requiredText, tokenText } from '../foundation/common-schemas.js';
import { issuesError } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import { originOf } from './origin.js';

const shape = z.strictObject({
  /** P2. Which bearer tokens name a user: only those issued, an unverified JWT's claim, or any text at all. */
  tokens: z.enum(['issued', 'jwt', 'any']).default('issued'),
  /** P7. A brief that the user is not entitled to answers 404 instead of 403. */
  hideUnentitled: z.boolean().default(false),
  /** P8. Bookmarking what is bookmarked answers the existing record, or 409. */
  repeatBookmark: z.enum(['same', 'conflict']).default('same'),
  /** P9. Removing a bookmark that is not there answers 404, or 200 with an empty list. */
  deleteMissingBookmark: z.enum(['not-found', 'empty']).default('not-found'),
  /** P16. The origin of `upgrade` and `web` links. */
  webOrigin: z
    .url({ protocol: /^https?$/, error: 'is not an http(s) URL' })
    .refine((url) => !/[?#]/.test(url), 'may not have ? or #')
    .default('https://briefs.example'),
  /** P19. Whether the articles of a document carry their `gid`. */
  articleGid: z.boolean().default(true),
  /** D4. Whether two users may not share a first name (409). */
  uniqueFirstName: z.boolean().default(false),
  /** D7. Whether deleted clients and client-brief relationships cannot be read. */
  hideDeleted: z.boolean().default(false),
  /** D11. How the value of a generic preference is spelled in answers: plain, with an apostrophe, or both ways. */
  apostropheKey: z.enum(['off', 'on', 'both']).default('off'),
  /** D13. SharedConfig a preference that exists replaces it, or adds another. */
  setPreference: z.enum(['upsert', 'append']).default('upsert'),
  /** D23. The applications that `X-REQUEST-FROM` may name (403 otherwise); null: any. */
  requestFrom: z.array(requiredText).nullable().default(null),
  /** X13. The bearer token that user-data and user-preference require; null: none. */
  serviceToken: tokenText.nullable().default(null),
  /** X16. A request with a body and no JSON content type answers 415. */
  requireContentType: z.boolean().default(false),
  /** X25. The origins that browsers may call the three APIs from; `*`: every origin. */
  corsOrigin: z
    .union(
      [
        z.literal('*'),
        z.array(
          z
            .string()
            .refine(
              (text) => text === 'null' || originOf(text) === text,
              'is not an origin as browsers send it, such as https://app.example',
            ),
        ),
      ],
      {
        error: "is neither '*' nor a list of origins",
      },
    )
    .default('*'),
});

const switches = Object.keys(shape.shape);

/** What the mock does where the specifications leave it open: every key is a decision of the register. */
export type Behavior = z.output<typeof shape>;

/** What a user may set of it. */
export type BehaviorOptions = z.input<typeof shape>;

/** The whole behavior that options make. @throws MockError `malformed_data`, listing the switches there are. */
export function behaviorOf(options: BehaviorOptions = {}): Behavior {
  checkOptions('behavior', options, switches);
  return expectValid(shape, options, { root: ['behavior'], jitless: true });
}

/**
 * A switch written `key=value`, the value as text or, where that does not fit, as JSON: `hideDeleted=true`.
 * @throws MockError `malformed_data`, listing the switches there are or the values that this one takes.
 */
export function parseSwitch(assignment: string): BehaviorOptions {
  const [key = '', ...rest] = assignment.split('=');
  const text = rest.join('=');
  checkOptions('behavior', { [key]: text }, switches);
  const values = shape.shape[key as keyof BehaviorOptions];
  const value = values.safeParse(text).success ? text : parseJson(text);
  if (rest.length === 0)
    throw issuesError('malformed_data', [{ path: `behavior.${key}`, message: `is written ${key}=<value>` }]);
  expectValid(values, value, { root: ['behavior', key] });
  return { [key]: value };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
