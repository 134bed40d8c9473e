import { entitledBriefs } from '../../model/entitlement.js';
import type { ExampleState } from '../../protocol/example.js';

/** The latest published document of the first brief that the user may read. */
export function readableExample({
  tables,
  today,
  user,
}: ExampleState): { brief_slug: string; brief_gid: string } | undefined {
  for (const { id, slug } of entitledBriefs(user, tables)) {
    const document = tables.brief_document.list({ brief_id: id }, 'date').findLast(({ date }) => date <= today);
    if (document !== undefined) return { brief_slug: slug, brief_gid: document.gid };
  }
  return undefined;
}
