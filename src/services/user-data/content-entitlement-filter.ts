import * as z from 'zod/mini';
import type { Row, Tables } from '../../model/tables.js';
import { writeEach } from '../../protocol/bulk.js';
import { defineRoute, type RouteContext } from '../../protocol/route.js';

/** An item of content-entitlement-sync/filter. */
export const contentSelection = z.object({
  /** Slugs of briefs; others are ignored. */
  slug: z.array(z.string()),
  /** The kind of content, such as `brief`. */
  content_type: z.string(),
});

/** User-Data API, `POST /content-entitlement-sync/filter`: a brief and its content entitlements. */
export const entitledContent = z.strictObject({
  /** The id of the brief. */
  content_definition_id: z.string(),
  /** The slug of the brief. */
  slug: z.string(),
  /** The requested type. */
  content_type: z.string(),
  /** Who has a content entitlement with this slug and type, in order of creation. */
  entitlements: z.array(
    z.strictObject({
      /** The e-mail of the user. */
      email: z.string(),
      /** The id of the client that the user belongs to; null if there is none. */
      client_id: z.nullable(z.int()),
      /** The id of the application user who has the entitlement. */
      application_user_id: z.int(),
    }),
  ),
});

/** Slugs that belong to no brief are left out (D25). A slug and type that are given several times are listed once. */
const filter = defineRoute({
  method: 'POST',
  path: '/user-data/v1/content-entitlement-sync/filter',
  summary: 'List who is entitled to the given slugs',
  decisions: ['D25', 'X7'],
  items: { schema: contentSelection, orOne: false },
  example: ({ tables }) => {
    const [entitlement] = tables.content_entitlement.list({ content_type: 'brief' });
    return entitlement && { body: [{ slug: [entitlement.slug], content_type: 'brief' }] };
  },
  response: z.strictObject({ data: z.array(entitledContent) }),
  handle: ({ batch }, { tables }: RouteContext) => {
    const selections = writeEach(batch, contentSelection, (item) => item);
    const contents = selections.flatMap(({ slug, content_type }) => slug.map((slug) => ({ slug, content_type })));
    const unique = new Map(contents.map((content) => [JSON.stringify([content.slug, content.content_type]), content]));
    const data = [...unique.values()].flatMap(({ slug, content_type }) => {
      const brief = tables.brief.find({ slug });
      return brief === undefined ? [] : [presentContent(brief, content_type, tables)];
    });
    return { data };
  },
});

export const contentEntitlementFilterRoutes = [filter];

function presentContent(
  { id, slug }: Row<'brief'>,
  content_type: string,
  tables: Tables,
): z.input<typeof entitledContent> {
  const entitlements = tables.content_entitlement.list({ content_type, slug }).map(({ application_user_id }) => {
    const { user_id } = tables.application_user.get(application_user_id) as Row<'application_user'>;
    const { email, client_id } = tables.user.get(user_id) as Row<'user'>;
    return { email, client_id, application_user_id };
  });
  return { content_definition_id: id, slug, content_type, entitlements };
}
