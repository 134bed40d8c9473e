import * as z from 'zod/mini';
import { defineResource } from '../../protocol/resource.js';

/** The slug may be any text, not only the slug of a brief (D25). */
export const contentEntitlementRoutes = defineResource({
  path: '/user-data/v1/content-entitlement',
  table: 'content_entitlement',
  noun: 'content entitlement',
  decisions: ['D25', 'D26'],
  columns: ['application_user_id', 'content_type', 'slug', 'is_subscribed'],
  updates: ['is_subscribed', 'content_type'],
  query: { slug: z.optional(z.string()) },
  list: ({ slug }, { tables }) =>
    slug === undefined ? tables.content_entitlement.all() : tables.content_entitlement.list({ slug }),
});
