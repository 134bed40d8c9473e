import * as z from 'zod/mini';
import { requiredText } from '../../foundation/common-schemas.js';
import { issuesError, malformedAt } from '../../foundation/mock-error.js';
import { records } from '../../model/record-schemas.js';
import type { Row, Tables } from '../../model/tables.js';
import { ErrorList, writeEach } from '../../protocol/bulk.js';
import { paginate, pagination } from '../../protocol/pagination.js';
import { defineRoute, type RouteContext } from '../../protocol/route.js';
import { uniqueUserColumns } from './user.js';

const PATH = '/user-data/v1/brief-entitlement';

/** User-Data API, "Brief entitlement item". */
export const briefEntitlement = records.brief_entitlement;

/** The answer if both a user and a brief are requested (D20). */
export const briefEntitlementCheck = z.strictObject({
  /** The e-mail of the user, or the requested one if there is no such user. */
  email: z.string(),
  /** The requested slug. */
  brief_slug: z.string(),
  /** Whether the user has an entitlement to the brief. */
  is_entitled: z.boolean(),
  /** The entitlement; null if there is none. */
  entitlement: z.nullable(briefEntitlement),
});

const page = z.strictObject({ data: z.array(briefEntitlement), total: z.int() });

/** A missing flag gets its default, also when an existing entitlement is replaced. */
const flag = z._default(z.nullable(z.boolean()), null);
/** An item of POST /brief-entitlement (D21). */
export const newBriefEntitlement = z.object({
  /** The e-mail of the user, case-insensitive. A user who does not exist is created. */
  email: records.brief_entitlement.shape.email,
  /** The first name of a new user; otherwise ignored. */
  fname: z.nullish(z.string()),
  /** The last name of a new user; otherwise ignored. */
  lname: z.nullish(z.string()),
  /** Whether it becomes the default brief of the user. Default false. */
  is_default: flag,
  /** Stored and answered only. Default false. */
  is_redacted: flag,
  /** Stored and answered only. Default false. */
  is_admin: flag,
  /** The slug of a brief. The user's entitlement to it, if there is one, is replaced. */
  brief_slug: requiredText,
  /** Stored and answered only. Default true. */
  is_subscribed: flag,
});

const find = defineRoute({
  method: 'GET',
  path: PATH,
  summary: 'List the brief entitlements of a user or a brief, or check whether a user has one for a brief',
  decisions: ['D19', 'D20', 'D21'],
  query: { email: z.optional(z.string()), brief_slug: z.optional(z.string()), ...pagination },
  example: ({ user: { email } }) => ({ query: { email, page: 1, size: 24 } }),
  response: z.union([page, z.strictObject({ data: briefEntitlementCheck })]),
  handle: ({ query }, { tables }: RouteContext) => {
    const { email, brief_slug } = query;
    const { brief_entitlement } = tables;
    if (email && brief_slug) {
      const entitlement = brief_entitlement.find({ email, brief_slug }) ?? null;
      const storedEmail = tables.user.find({ email })?.email ?? email;
      return { data: { email: storedEmail, brief_slug, is_entitled: entitlement !== null, entitlement } };
    }
    if (email) return paginate(brief_entitlement.keys({ email }), query, (id) => brief_entitlement.get(id));
    if (brief_slug) return paginate(brief_entitlement.keys({ brief_slug }), query, (id) => brief_entitlement.get(id));
    throw malformedAt('email', 'is required if brief_slug is missing');
  },
});

const create = defineRoute({
  method: 'POST',
  path: PATH,
  summary: 'Create or replace brief entitlements, all or none; answers with all entitlements of the users',
  decisions: ['D21'],
  items: { schema: newBriefEntitlement, orOne: false },
  example: ({ tables, user: { email } }) => {
    const [brief] = tables.brief.all();
    return brief && { body: [{ email, brief_slug: brief.slug, is_subscribed: true }] };
  },
  response: page,
  failures: ['not_found', 'conflict'],
  handle: ({ batch }, context: RouteContext) => {
    const { tables } = context;
    const written = writeEach(batch, newBriefEntitlement, (item) => entitle(item, context));
    const emails = [...new Set(written.map(({ email }) => email))].sort(compareCaseInsensitively);
    const data = emails.flatMap((email) => tables.brief_entitlement.list({ email }));
    return { data, total: data.length };
  },
});

export const briefEntitlementRoutes = [find, create];

/** D21: one entitlement per user and brief. A missing user is created from the names in the item. */
function entitle(
  item: z.output<typeof newBriefEntitlement>,
  { tables, behavior }: RouteContext,
): Row<'brief_entitlement'> {
  const { email, fname, lname, brief_slug, is_default, is_redacted, is_admin, is_subscribed } = item;
  const errors = new ErrorList();
  if (!tables.user.has({ email })) {
    errors.catch([], () => tables.user.insert({ email, fname, lname }, uniqueUserColumns(behavior)));
  }
  errors.catch([], () => expectBrief(brief_slug, tables));
  if (errors.count > 0) throw errors.toError();
  const flags = { is_default, is_redacted, is_admin, is_subscribed };
  const existing = tables.brief_entitlement.find({ email, brief_slug });
  return existing === undefined
    ? tables.brief_entitlement.insert({ email, brief_slug, ...flags })
    : tables.brief_entitlement.update(existing.id, flags);
}

function expectBrief(slug: string, tables: Tables): void {
  if (tables.brief.has({ slug })) return;
  throw issuesError('not_found', [{ path: 'brief_slug', message: `there is no brief ${slug}` }]);
}

function compareCaseInsensitively(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  return left < right ? -1 : Number(left > right);
}
