import type { Sending } from './api.js';
import type { ArticlePath, Case, DocumentPath, Found, Json } from './case.js';
import { answeredBy, createdBy, referencesOfKind } from './kinds.js';

/** What a case may change: the records that it has created, and bookmarks of what it was given. */
export interface Own {
  /** The paths of its records. */
  readonly paths: ReadonlyMap<string, unknown>;
  /** The paths of other records that answers have shown. */
  readonly others: ReadonlySet<string>;
  /** The ids of its records. */
  readonly ids: ReadonlySet<number>;
  readonly missingId: number;
  /** Every e-mail that it writes contains this. */
  readonly marker: string;
}

/** A case may not send a request. */
export class NotOwn extends Error {}

/** The path of a bookmark. */
function bookmarkPath({ slug, gid, article }: DocumentPath & Partial<ArticlePath>): string {
  return `/public-api/v1/bookmark/${slug}/${gid}${article === undefined ? '' : `/${article}`}`;
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
    const ids = (plain.match(/(?<=\/)\d+(?=\/|$)/g) ?? []).map(Number);
    // Only the path of a collection has no id, such as that of user application preferences.
    const others = ids.filter((id) => id !== own.missingId && !own.ids.has(id));
    if (others.length > 0) reject(`${others.join(', ')} is not the id of a record that it created`);
    // Ids can be texts, too.
    if (own.others.has(plain)) reject('it did not create this record');
  }
}

/** The first id in a body that refers to a record of others. */
function strangerIn(path: string, body: unknown, { ids, missingId }: Own): number | undefined {
  const kind = answeredBy(path);
  const columns = kind === undefined ? [] : Object.keys(referencesOfKind(kind));
  const values = [body].flat().flatMap((item) => columns.map((column) => (item as Json)?.[column]));
  return values.find((value) => Number.isInteger(value) && value > 0 && value !== missingId && !ids.has(value));
}

function emailsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.match(/[^\s"'@]+@[^\s"'@]+/g) ?? [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(emailsIn);
}
