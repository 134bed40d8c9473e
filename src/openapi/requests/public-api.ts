import { entitledBriefs } from '../../model/entitlement.js';
import type { Row } from '../../model/tables.js';
import type { ExampleRequests, Given } from './request.js';

const BRIEF = '/public-api/v1/brief/:brief_slug';
const BOOKMARK = '/public-api/v1/bookmark/:brief_slug/:brief_gid';

export const publicApiRequests: ExampleRequests = {
  [`GET ${BRIEF}`]: (given) => {
    const document = readable(given);
    return document && { params: { brief_slug: document.brief_slug } };
  },
  [`GET ${BRIEF}/:gid`]: (given) => {
    const document = readable(given);
    return document && { params: { brief_slug: document.brief_slug, gid: document.brief_gid } };
  },
  [`POST ${BOOKMARK}`]: (given) => {
    const document = readable(given);
    return document && { params: document };
  },
  [`POST ${BOOKMARK}/:article_gid`]: (given) => {
    const document = readable(given);
    const [article] = given.tables.article.list({ brief_gid: document?.brief_gid }, 'position');
    return document && article && { params: { ...document, article_gid: article.gid } };
  },
  [`DELETE ${BOOKMARK}`]: (given) => {
    const bookmark = bookmarks(given).find(({ article_gid }) => article_gid === null);
    return bookmark && { params: { brief_slug: bookmark.brief_slug, brief_gid: bookmark.brief_gid } };
  },
  [`DELETE ${BOOKMARK}/:article_gid`]: (given) => {
    for (const { brief_slug, brief_gid, article_gid } of bookmarks(given)) {
      if (article_gid !== null) return { params: { brief_slug, brief_gid, article_gid } };
    }
    return undefined;
  },
};

/** The latest published document of the first brief that the user may read. */
function readable({ tables, today, user }: Given): { brief_slug: string; brief_gid: string } | undefined {
  for (const { id, slug } of entitledBriefs(user, tables)) {
    const document = tables.brief_document.list({ brief_id: id }, 'date').findLast(({ date }) => date <= today);
    if (document !== undefined) return { brief_slug: slug, brief_gid: document.gid };
  }
  return undefined;
}

function bookmarks({ tables, user }: Given): Row<'bookmark'>[] {
  return tables.bookmark.list({ email: user.email });
}
