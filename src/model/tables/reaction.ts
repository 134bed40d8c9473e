import * as z from 'zod/mini';
import { email, id, requiredText } from '../../foundation/common-schemas.js';
import { defineTable, reference } from '../define-table.js';
import { article } from './article.js';
import { user } from './user.js';

/** Whether a user liked an article. */
export const reaction = defineTable({
  name: 'reaction',
  columns: {
    /** Counts up from 1; generated, and cannot be set. */
    id,
    /** The e-mail of its user, case-insensitive; follows a change of that e-mail. */
    email,
    /** The gid of the document with the article. */
    brief_gid: requiredText,
    /** The gid of the article. A user has at most one reaction to each. */
    article_gid: requiredText,
    /** True for a like, false for a dislike. */
    liked: z.boolean(),
  },
  caseInsensitive: ['email'],
  unique: [['email', 'brief_gid', 'article_gid']],
  references: [reference(user, { email: 'email' }), reference(article, { brief_gid: 'brief_gid', article_gid: 'gid' })],
  sample: { liked: true },
});
