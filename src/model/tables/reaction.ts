import * as z from 'zod';
import { email, id, requiredText } from '../../foundation/common-schemas.js';
import { defineTable, reference } from '../define-table.js';
import { article } from './article.js';
import { user } from './user.js';

/** Whether a user liked an article. */
export const reaction = defineTable({
  name: 'reaction',
  columns: { id, email, brief_gid: requiredText, article_gid: requiredText, liked: z.boolean() },
  caseInsensitive: ['email'],
  unique: [['email', 'brief_gid', 'article_gid']],
  references: [reference(user, { email: 'email' }), reference(article, { brief_gid: 'brief_gid', article_gid: 'gid' })],
  sample: { liked: true },
});
