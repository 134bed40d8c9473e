import type { TableName } from '../../src/model/tables.js';
import { targetsFirst } from '../../src/model/targets-first.js';
import { recordFields } from '../../src/protocol/record-fields.js';
import { services } from '../../src/services/index.js';

/** A route that lists the records of a table. */
export interface ListRoute {
  readonly path: string;
  readonly table: TableName;
  /** The fields of its records, which may be more than the columns. */
  readonly fields: ReadonlySet<string>;
}

/** The routes that list the records of a table, in the order of references. */
export const listRoutes: readonly ListRoute[] = services
  .flatMap(({ routes }) => routes)
  .flatMap((route) =>
    route.method === 'GET' && route.resource?.does === 'list'
      ? [{ path: route.path, table: route.resource.table, fields: recordFields(route) }]
      : [],
  )
  .sort((a, b) => targetsFirst().indexOf(a.table) - targetsFirst().indexOf(b.table));

/** What other read routes show: of people with a token, of briefs, and of people by their e-mail. */
export const paths = {
  briefs: '/public-api/v1/brief',
  bookmarkedBriefs: '/public-api/v1/bookmark/brief',
  bookmarkedArticles: '/public-api/v1/bookmark/article',
  entitlements: '/user-data/v1/brief-entitlement',
  entitledBriefs: '/user-data/v1/application-entitled-brief',
  userBriefs: '/user-data/v1/user-brief/filter',
} as const;

/** The path of a brief or, with a gid, of one of its documents. */
export function pathOfBrief(slug: string, gid?: string): string {
  const path = `${paths.briefs}/${encodeURIComponent(slug)}`;
  return gid === undefined ? path : `${path}/${encodeURIComponent(gid)}`;
}

/** Whether a path is that of a brief or of one of its documents. */
export function isOfBrief(path: string): boolean {
  return path.startsWith(`${paths.briefs}/`) && /^[^/]+(\/[^/]*)?$/.test(path.slice(paths.briefs.length + 1));
}

/** Whether a path is that of a record in a list. */
export function isOfRecord(path: string): boolean {
  return listRoutes.some((route) => path.startsWith(`${route.path}/`));
}

/** Whether a path is that of a list, and names no record. */
export function isList(path: string): boolean {
  return listRoutes.some((route) => route.path === path) || Object.values<string>(paths).includes(path);
}
