import * as z from 'zod/mini';
import { didYouMean } from '../foundation/did-you-mean.js';
import { formatValue } from '../foundation/format-value.js';
import { notFound } from '../foundation/mock-error.js';
import { inBriefOrder } from './brief-order.js';
import { entitledBriefs, entitlementWays, missingFor, missingRecord } from './entitlement.js';
import { userWith } from './find-user.js';
import type { Row, Tables } from './tables.js';

/** Names a user, and a brief unless it is about all. */
export const explanationQuery = z.strictObject({
  /** The e-mail of the user, case-insensitive. */
  email: z.string().check(z.describe('The e-mail of the user.')),
  /** The slug of the brief, or its id. */
  brief: z.optional(z.string()).check(z.describe('The slug of the brief, or its id. Default: all briefs.')),
});
/** Names a user and a brief. */
export type ExplanationQuery = z.input<typeof explanationQuery> & {
  /** The slug of the brief, or its id. */
  brief: string;
};

/** Names a user, whose briefs are all explained. */
export type UserQuery = Omit<ExplanationQuery, 'brief'> & {
  /** Left out, for all briefs. */
  brief?: undefined;
};

export const explanation = z.strictObject({
  /** The e-mail of the user. */
  email: z.string(),
  /** The slug of the brief. */
  brief: z.string(),
  /** Whether the brief is in the list that the public API answers to the user. */
  listed: z.boolean(),
  /** What is missing whatever the way: the brief must be active. */
  missing: z.array(missingRecord),
  /** Every way of being entitled to a brief; one of them is enough. */
  ways: z.array(
    z.strictObject({
      /** The name of the way. */
      way: z.enum(entitlementWays),
      /** What the user lacks; empty if this way entitles the user. */
      missing: z.array(missingRecord),
    }),
  ),
});
/** Why a brief is in the list of a user or not. */
export type Explanation = z.output<typeof explanation>;

/**
 * Explains why a brief is in the list of a user or not.
 * @throws MockError `not_found` for an unknown user or brief.
 */
export function explain(tables: Tables, { email, brief }: ExplanationQuery): Explanation {
  return explainerFor(userWith(email, tables), tables)(briefNamed(brief, tables));
}

/**
 * Explains it for every brief: those that are listed in the order of the list, then the others in the same order.
 * @throws MockError `not_found` for an unknown user.
 */
export function explainAll(tables: Tables, email: string): Explanation[] {
  const explained = inBriefOrder(tables.brief.all(), (brief) => brief).map(
    explainerFor(userWith(email, tables), tables),
  );
  return [...explained.filter(({ listed }) => listed), ...explained.filter(({ listed }) => !listed)];
}

function explainerFor(user: Row<'user'>, tables: Tables): (brief: Row<'brief'>) => Explanation {
  const entitled = new Set(entitledBriefs(user, tables));
  return (brief) => ({
    email: user.email,
    brief: brief.slug,
    listed: entitled.has(brief),
    ...missingFor(user, brief, tables),
  });
}

/** The brief with a slug or, if there is none, with an id. */
function briefNamed(name: string, { brief }: Tables): Row<'brief'> {
  const found = brief.find({ slug: name }) ?? brief.get(name);
  if (found !== undefined) return found;
  const list = () => brief.all().flatMap(({ slug, id }) => [slug, id]);
  const hint = didYouMean(name, { count: brief.size, list });
  throw notFound(`There is no brief ${formatValue(name)}${hint}`);
}
