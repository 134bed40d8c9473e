import * as z from 'zod/mini';
import { nonNegativeInteger, positiveInteger } from '../foundation/common-schemas.js';
import { faultRule, RULE_LIMIT } from './fault-rule.js';

/** The fault rules of a session as JSON, with everything that decides what they do to the next requests. */
export const faultsImage = z.strictObject({
  /** The id of the rule that was added last. */
  last_id: nonNegativeInteger,
  /** The rules, in the order in which they were added. */
  rules: z
    .array(
      z.strictObject({
        /** Counts up from 1. */
        id: positiveInteger,
        /** The rule as it was added. */
        rule: faultRule,
        /** The name of the profile that it belongs to. */
        profile: z.optional(z.string()),
        /** The number of requests that it applied to. */
        hits: nonNegativeInteger,
        /** The number of matching requests that it left out because of `skip`. */
        skipped: nonNegativeInteger,
        /** The number of random numbers drawn so far. */
        draws: nonNegativeInteger,
      }),
    )
    .check(z.maxLength(RULE_LIMIT)),
});
export type FaultsImage = z.input<typeof faultsImage>;
