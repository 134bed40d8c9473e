import * as z from 'zod/mini';
import { requiredText } from '../../foundation/common-schemas.js';
import { integerFor } from '../../foundation/random.js';
import { inBriefOrder } from '../../model/brief-order.js';
import type { Row } from '../../model/tables.js';
import { defineRoute, type RouteContext } from '../../protocol/route.js';
import { briefEntitlement } from './brief-entitlement.js';
import { briefsWithEntitlement } from './briefs-with-entitlement.js';

/** If there is no such user, the names are empty. The entitlement of a core brief has a negative id (D22). */
export const applicationEntitledBrief = z.extend(briefEntitlement, {
  /** That of the entitlement; for a core brief without one, a negative number that is always the same. */
  id: z.int(),
  /** The e-mail of the user, or the requested one if there is no such user. */
  email: z.string(),
  /** The first name of the user; empty if there is no such user. */
  fname: z.string(),
  /** The last name of the user; empty if there is no such user. */
  lname: z.string(),
});

const list = defineRoute({
  method: 'GET',
  path: '/user-data/v1/application-entitled-brief',
  summary: 'List the brief entitlements of a user and the core briefs, the default brief first',
  decisions: ['D22', 'D23'],
  query: { email: requiredText },
  example: ({ user: { email } }) => ({ query: { email } }),
  response: z.strictObject({ data: z.array(applicationEntitledBrief), total: z.int() }),
  handle: ({ query }, { tables }: RouteContext) => {
    const entitled = briefsWithEntitlement(query.email, tables);
    const slugs = new Set(entitled.map(({ brief }) => brief.slug));
    const unknownUser = { email: query.email, fname: '', lname: '' };
    const user = tables.user.find({ email: query.email }) ?? unknownUser;
    const core = tables.brief
      .list({ is_core: true })
      .filter(({ slug, is_active }) => is_active && !slugs.has(slug))
      .map((brief) => ({ entitlement: coreEntitlement(brief, user), brief }));
    const data = inBriefOrder([...entitled, ...core], ({ brief }) => brief)
      .map(({ entitlement }) => entitlement)
      .sort((a, b) => Number(b.is_default) - Number(a.is_default));
    return { data, total: data.length };
  },
});

export const applicationEntitledBriefRoutes = [list];

function coreEntitlement(
  brief: Row<'brief'>,
  { email, fname, lname }: Pick<Row<'user'>, 'email' | 'fname' | 'lname'>,
): z.input<typeof applicationEntitledBrief> {
  return {
    id: -integerFor(`core/${brief.id}`),
    email,
    fname,
    lname,
    is_default: false,
    is_redacted: false,
    is_admin: false,
    brief_slug: brief.slug,
    is_subscribed: false,
  };
}
