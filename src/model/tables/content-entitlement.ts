import * as z from 'zod/mini';
import { id, referenceId, requiredText } from '../../foundation/common-schemas.js';
import { defineTable, type RelatedOf, reference, type SampleContext } from '../define-table.js';
import { applicationUser } from './application-user.js';
import type { brief } from './brief.js';

const columns = {
  /** Counts up from 1; generated, and cannot be set. */
  id,
  /** The id of the application user who has it. */
  application_user_id: referenceId,
  /** The kind of content; with `brief`, the user may read the brief. */
  content_type: requiredText,
  /** Stored and answered only; the user has access either way. Default true. */
  is_subscribed: z.boolean(),
  /** The slug of the content; unique for each application user and kind. It may belong to no brief. */
  slug: requiredText,
};

export const contentEntitlement = defineTable({
  name: 'content_entitlement',
  columns,
  unique: [['content_type', 'slug', 'application_user_id']],
  references: [reference(applicationUser, { application_user_id: 'id' })],
  indexes: [['slug']],
  defaults: { is_subscribed: true },
  sample: {
    content_type: 'brief',
    slug: ({ n, row, related }: SampleContext<typeof columns, unknown, RelatedOf<typeof brief>>) =>
      row.content_type === 'brief' ? related.brief().slug : `${row.content_type}-${n}`,
  },
});
