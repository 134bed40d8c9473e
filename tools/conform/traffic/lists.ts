import * as z from 'zod/mini';
import { parseJson } from '../../../src/foundation/parse-json.js';
import type { Route } from '../../../src/protocol/route.js';
import type { ApiRequest } from '../api-routes.js';
import type { Json } from '../case.js';
import { byId, byNameAndSlug, newestFirst } from '../orders.js';
import { mismatches } from '../patterns.js';
import type { Exchange } from './exchange.js';
import { problemAt } from './form.js';
import type { Deviation } from './judgement.js';

/** Compares what is true of the list in an answer as a whole. The form of the answer has no problems. */
export function listProblems({ status, method, body }: Exchange, { route, query }: ApiRequest): Deviation[] {
  if (status !== 200 || route === undefined || method === 'HEAD' || !body) return [];
  const json: Json = parseJson(body);
  return [...orderProblems(route, json), ...pageProblems(route, query, json), ...repetitionProblems(route, json)];
}

/** Compares the order of the lists whose order the mock guarantees. */
function orderProblems({ path, resource }: Route, { data }: Json): Deviation[] {
  if (path === '/public-api/v1/brief') return inOrder(byNameAndSlug, data, 'data');
  if (path.startsWith('/public-api/v1/brief/')) {
    return inOrder(newestFirst, data.date_option.picker, 'data.date_option.picker');
  }
  return resource?.does === 'list' ? inOrder(byId, data, 'data') : [];
}

function inOrder(pattern: z.core.$ZodType, list: unknown, place: string): Deviation[] {
  // Otherwise every item after a misplaced one would be a problem, too.
  return mismatches(pattern, list, place)
    .slice(0, 1)
    .map(({ path, problem }) => problemAt(path, problem));
}

/** D19: a page has as many records as its size says, unless it is the last. */
function pageProblems({ query: parameters }: Route, query: string, { data, total }: Json): Deviation[] {
  if (parameters?.size === undefined || typeof total !== 'number') return [];
  const parsed = z.safeParse(z.object(parameters), Object.fromEntries(new URLSearchParams(query)));
  if (!parsed.success) return [];
  const { page, size } = parsed.data as { page: number; size: number };
  const length = Math.max(0, Math.min(size, total - (page - 1) * size));
  if (data.length === length) return [];
  const detail = `: ${length} of ${total}, but has ${data.length}`;
  return [{ path: 'data', rule: 'must have the length of its page', detail }];
}

/** What a list contains at most once: a bookmark, and the default brief of a user (D21). */
function repetitionProblems({ path, method }: Route, { data }: Json): Deviation[] {
  if (method !== 'GET') return [];
  if (path === '/public-api/v1/bookmark/brief' || path === '/public-api/v1/bookmark/article') {
    return repeated(data, bookmarkKey, 'must be in the list only once');
  }
  if (path !== '/user-data/v1/brief-entitlement') return [];
  const defaultOf = ({ email, is_default }: Json) => (is_default ? email.toLowerCase() : undefined);
  return repeated(data, defaultOf, 'must be the only default of its user');
}

/** What distinguishes the bookmarks of a reader, as in the path that adds one. */
export function bookmarkKey({ slug, gid, brief }: Json): string {
  return brief == null ? `${slug}/${gid}` : `${brief.slug}/${brief.gid}/${gid}`;
}

function repeated(list: readonly Json[], keyOf: (item: Json) => string | undefined, rule: string): Deviation[] {
  const seen = new Map<string, number>();
  return list.flatMap((item, i) => {
    const key = keyOf(item);
    if (key === undefined) return [];
    const before = seen.get(key);
    seen.set(key, before ?? i);
    return before === undefined ? [] : [{ path: `data[${i}]`, rule, detail: `, but data[${before}] is the same` }];
  });
}
