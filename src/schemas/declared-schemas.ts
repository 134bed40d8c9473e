import * as z from 'zod/mini';
import { controlRoutes } from '../control/definitions.js';
import type { Route } from '../protocol/route.js';
import { services } from '../services/index.js';

export { records } from '../model/record-schemas.js';
export { articleSource } from '../model/tables/article.js';
export { compositePreference, preferenceFilters, preferenceSetting } from '../services/preferences/composite.js';
export { entityValue, genericPreferenceItem, genericValue } from '../services/preferences/values.js';
export {
  bookmarkedArticle,
  bookmarkedBrief,
  bookmarkRecord,
  removedBookmark,
} from '../services/public-api/bookmark.js';
export { briefListItem } from '../services/public-api/brief.js';
export {
  articleInDocument,
  briefDocument,
  dateEntry,
} from '../services/public-api/document.js';
export { serviceDescription } from '../services/service-description.js';
export { applicationEntitledBrief } from '../services/user-data/application-entitled-brief.js';
export { removedApplicationPreference } from '../services/user-data/application-preference.js';
export {
  briefEntitlement,
  briefEntitlementCheck,
  newBriefEntitlement,
} from '../services/user-data/brief-entitlement.js';
export { contentSelection, entitledContent } from '../services/user-data/content-entitlement-filter.js';
export { syncItem, syncResult } from '../services/user-data/content-entitlement-sync.js';
export { legacyItem as legacySyncItem, legacyResult as legacySyncResult } from '../services/user-data/legacy-sync.js';
export {
  changedUserApplicationPreference,
  listedUserApplicationPreference,
  newUserApplicationPreference,
  userApplicationPreference,
  userApplicationPreferenceRemoval,
} from '../services/user-data/user-application-preference.js';
export { userBrief } from '../services/user-data/user-brief.js';
export { userPreference } from '../services/user-data/user-preference.js';

/** The schemas of a route's request and answer; undefined for a part that it does not read. */
export interface RouteSchemas {
  /** The parameters in the path. */
  readonly params: z.ZodMiniObject | undefined;
  /** The query parameters. */
  readonly query: z.ZodMiniObject | undefined;
  /** The body of the request. */
  readonly body: z.ZodMiniType | undefined;
  /** Each item of a bulk body. */
  readonly item: z.ZodMiniType | undefined;
  /** The body of a success without the fields of the service's envelope. */
  readonly response: z.ZodMiniType;
}

/** The schemas of every route, by method and path, also by other paths: `GET /public-api/v1/brief/:brief_slug`. */
export const routes: Readonly<Record<string, RouteSchemas>> = Object.fromEntries(
  [...services.flatMap(({ routes }) => routes), ...controlRoutes].flatMap((route) => {
    const schemas = schemasOf(route);
    return [route.path, ...route.aliases].map((path) => [`${route.method} ${path}`, schemas]);
  }),
);

function schemasOf({ params, query, body, items, response }: Route): RouteSchemas {
  // Only custom routes, which are not among these, can have schemas of plain zod.
  const own = { body, item: items?.schema, response } as Pick<RouteSchemas, 'body' | 'item' | 'response'>;
  return { params: params && z.object(params), query: query && z.object(query), ...own };
}
