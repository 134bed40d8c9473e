import * as z from 'zod';
import { defineRoute, type RouteContext } from '../../protocol/route.js';
import type { Row } from '../../state/models.js';
import { integerFor } from '../../state/random.js';
import { briefEntitlement } from './brief-entitlement.js';
import { byDisplayName } from './brief-order.js';

/** The names of someone who is no user are empty here, and entitlements through a core brief have ids below 0 (D22). */
const entitledBrief = briefEntitlement.extend({ id: z.int(), email: z.string(), fname: z.string(), lname: z.string() });

const list = defineRoute({
  method: 'GET',
  path: '/user-data/v1/application-entitled-brief',
  summary: "A user's brief entitlements and the briefs that all core users may read, the default one first",
  decisions: ['D22', 'D23'],
  query: { email: z.string().min(1, 'may not be empty') },
  response: z.strictObject({ data: z.array(entitledBrief), total: z.int() }),
  handle: ({ query }, { tables }: RouteContext) => {
    const held = tables.brief_entitlement.list({ email: query.email }).map((entitlement) => ({
      entitlement,
      brief: tables.brief.find({ slug: entitlement.brief_slug }) as Row<'brief'>,
    }));
    const slugs = new Set(held.map(({ brief }) => brief.slug));
    const { email, fname, lname } = tables.user.find({ email: query.email }) ?? {
      email: query.email,
      fname: '',
      lname: '',
    };
    const core = tables.brief
      .list({ is_core: true })
      .filter(({ slug }) => !slugs.has(slug))
      .map((brief) => ({ entitlement: coreEntitlement(brief, { email, fname, lname }), brief }));
    const data = [...held, ...core]
      .filter(({ brief }) => brief.is_active)
      .sort(
        (a, b) =>
          Number(b.entitlement.is_default) - Number(a.entitlement.is_default) || byDisplayName(a.brief, b.brief),
      )
      .map(({ entitlement }) => entitlement);
    return { data, total: data.length };
  },
});

export const applicationEntitledBriefRoutes = [list];

function coreEntitlement(brief: Row<'brief'>, user: Pick<Row<'user'>, 'email' | 'fname' | 'lname'>) {
  return {
    id: -integerFor(`core/${brief.id}`),
    ...user,
    is_default: false,
    is_redacted: false,
    is_admin: false,
    brief_slug: brief.slug,
    is_subscribed: false,
  };
}
