import * as z from 'zod';
import { id, referenceId, requiredText } from '../../foundation/common-schemas.js';
import { defineTable, type RelatedOf, reference, type SampleContext } from '../define-table.js';
import { applicationUser } from './application-user.js';
import type { brief } from './brief.js';

const columns = {
  id,
  application_user_id: referenceId,
  content_type: requiredText,
  is_subscribed: z.boolean(),
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
