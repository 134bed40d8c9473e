import { encoded, type Sending } from './api.js';
import type { ArticlePath, Case, DocumentPath, Found, Json } from './case.js';
import { answeredBy, createdBy, pathOf, referencesOfKind } from './kinds.js';

/** What a case may change: the records that it has created, and bookmarks of what it was given. */
export interface Own {
  /** The paths of its records. */
  readonly paths: ReadonlyMap<string, unknown>;
  /** The ids of its records, also of those that it has removed. */
  readonly ids: ReadonlySet<unknown>;
  readonly missingId: number;
  /** Every e-mail that it writes contains this. */
  readonly marker: string;
}

/** A case may not send a request. */
export class NotOwn extends Error {}

/** The path of a bookmark. */
function bookmarkPath({ slug, gid, article }: DocumentPath & Partial<ArticlePath>): string {
  return encoded`/public-api/v1/bookmark/${slug}/${gid}` + (article === undefined ? '' : encoded`/${article}`);
}

/**
 * Rejects a request that could change what belongs to others, which is a mistake in the case.
 * @throws NotOwn
 */
export function expectHarmless(one: Case, { method, path, body }: Sending, found: Partial<Found>, own: Own): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return;
  const [plain = ''] = path.split('?');
  const creates = method === 'POST' ? createdBy(plain) : undefined;
  if (creates?.length === 0) return;
  const reject = (why: string) => {
    throw new NotOwn(`the case ${one.id} may not send ${method} ${path}: ${why}`);
  };
  if (one.creates === undefined) reject('it has no `creates`');
  const unlisted = creates?.find((kind) => !one.creates?.includes(kind));
  if (unlisted !== undefined) reject(`its \`creates\` lacks ${unlisted}`);
  const foreign = emailsIn(body).find((email) => !email.includes(own.marker));
  if (foreign !== undefined) reject(`${foreign} is not one of its e-mails`);
  const stranger = method === 'POST' ? strangerIn(plain, body, own) : undefined;
  if (stranger !== undefined) reject(`it refers to ${stranger}, which is not the id of a record that it created`);
  if (plain.startsWith('/public-api/v1/bookmark/')) {
    const { unbookmarked, article, unratedArticle, outsider } = found;
    const articles = [article, unratedArticle].filter((one) => one !== undefined);
    const documents = [unbookmarked, ...articles, outsider].filter((one) => one !== undefined);
    const given = documents.map(({ slug, gid }) => bookmarkPath({ slug, gid }));
    given.push(...articles.map(bookmarkPath));
    if (!given.includes(plain) && !plain.includes(own.marker)) reject('it was given no such document');
  } else if (method !== 'POST' && !own.paths.has(plain)) {
    // What follows the path of a collection, `/user-data/v1/client`, are ids.
    const [, api, version, collection, ...ids] = plain.split('/');
    const others = ids
      .map((id) => (/^\d+$/.test(id) ? Number(id) : id))
      .filter((id) => isForeign(id, [`/${api}/${version}/${collection}`], own));
    if (others.length > 0) reject(`${others.join(', ')} is not the id of a record that it created`);
  }
}

/**
 * Whether this can be the id of a record of others in one of the collections. A text cannot if the case has created a record there
 * whose id is a number: the collection has no string ids.
 */
function isForeign(id: unknown, collections: readonly string[], { paths, ids, missingId }: Own): boolean {
  if (id === missingId || ids.has(id) || ids.has(String(id))) return false;
  if (typeof id === 'number') return Number.isInteger(id) && id > 0;
  if (typeof id !== 'string' || id === '') return false;
  const created = [...paths.keys()].filter((path) => /\/\d+$/.test(path));
  return !collections.some((collection) => created.some((path) => path.startsWith(`${collection}/`)));
}

/** The first id in a body that refers to a record of others. */
function strangerIn(path: string, body: unknown, own: Own): unknown {
  const kind = answeredBy(path);
  const columns = kind === undefined ? [] : Object.entries(referencesOfKind(kind));
  const items = [body].flat() as Json[];
  return columns
    .flatMap(([column, targets]) => items.map((item) => ({ id: item?.[column], collections: targets.map(pathOf) })))
    .find(({ id, collections }) => isForeign(id, collections, own))?.id;
}

function emailsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.match(/[^\s"'@]+@[^\s"'@]+/g) ?? [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(emailsIn);
}
