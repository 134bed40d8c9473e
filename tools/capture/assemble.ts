import type { StoredRow } from '../../src/model/table-schema.js';
import { bookmarkUrl } from '../../src/model/tables/bookmark.js';
import { forEachTable, type TableName } from '../../src/model/tables.js';
import { assembleBriefs, idsOf } from './briefs.js';
import { type Knowledge, type KnownReader, usersByEmail } from './knowledge.js';
import type { JsonFields } from './seen-answer.js';

export type SeenTables = Readonly<Record<TableName, readonly StoredRow[]>>;

/** The records that the answers show, in tables. They may still break rules of the mock. */
export interface AssembledCapture {
  readonly tables: SeenTables;
  /** What had to be concluded, in sentences. */
  readonly notes: readonly string[];
}

/** Makes tables of what the answers have shown. `idFor` makes the id of a brief of which no answer shows one. */
export function assemble(known: Knowledge, idFor: (slug: string) => string): AssembledCapture {
  const { records } = known;
  const { briefs, notes } = assembleBriefs(known, idFor);
  const byId = forEachTable((name) => (name === 'user' ? usersIn(known) : records.all(name)).toSorted(byIdOf));
  const documents = documentsOf(known, briefs);
  const readers = [...known.readers.values()].sort((a, b) => (a.email < b.email ? -1 : 1));
  const tables = {
    ...byId,
    brief: briefs,
    brief_document: documents.map(({ articles, ...document }) => document),
    article: numbered(documents.flatMap(({ articles }) => articles)),
    bookmark: numbered(readers.flatMap((reader) => bookmarksOf(reader))),
    reaction: numbered(readers.flatMap((reader) => reactionsOf(reader))),
  };
  return { tables, notes };
}

function byIdOf(a: StoredRow, b: StoredRow): number {
  return Number(a.id) - Number(b.id);
}

function numbered(rows: readonly JsonFields[]): StoredRow[] {
  return rows.map((row, i) => ({ id: i + 1, ...row }));
}

/** The users, and the readers whom no list shows: they are users, too. */
function usersIn(known: Knowledge): StoredRow[] {
  const users = known.records.all('user');
  let last = 0;
  for (const { id } of users) if (Number(id) > last) last = Number(id);
  const columns = { sf_id: null, fname: 'Reader', client_id: null, user_type: 'normal' };
  const missing = missingReaders(known).map((email) => ({ id: ++last, ...columns, lname: String(last), email }));
  return [...users, ...missing];
}

/** The e-mails of readers whom no list shows. */
function missingReaders({ records, readers }: Knowledge): string[] {
  const users = usersByEmail(records);
  return [...readers.keys()].filter((email) => !users.has(email.toLowerCase()));
}

interface AssembledDocument extends JsonFields {
  readonly articles: readonly JsonFields[];
}

/** The documents in the order of their briefs and days. Those whose articles were not read are left out, but for bookmarked ones. */
function documentsOf(known: Knowledge, briefs: readonly StoredRow[]): AssembledDocument[] {
  const ids = idsOf(briefs);
  const bookmarked = known.bookmarkedDocuments;
  return [...known.documents.values()]
    .filter(({ articles, gid }) => articles !== undefined || bookmarked.has(gid))
    .map(({ gid, slug, date, articles, bookmarked }) => {
      const shown = articles ?? [...bookmarked.values()];
      const gids = new Set(shown.map((article) => article.gid));
      const exact = (article: JsonFields) => ({ ...article, ...bookmarkedCategory(bookmarked.get(article.gid)) });
      const more = [...bookmarked.values()].filter((article) => !gids.has(article.gid));
      return {
        ...{ gid, brief_id: ids.get(slug), date },
        articles: [...shown.map(exact), ...more].map(({ gid: article, ...columns }, i) => ({
          ...(article !== undefined && { gid: article }),
          ...{ brief_gid: gid, position: i + 1, ...columns },
        })),
      };
    })
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

/** A document shows no category as an empty one; a list of bookmarks shows it as it is. */
function bookmarkedCategory(article: JsonFields | undefined): JsonFields {
  return article === undefined ? {} : { category: article.category };
}

function orderOf({ brief_id, date, gid }: JsonFields): string {
  return `${brief_id} ${date} ${gid}`;
}

function bookmarksOf({ email, bookmarks }: KnownReader): JsonFields[] {
  return [...(bookmarks.get('brief') ?? []), ...(bookmarks.get('article') ?? [])].map((bookmark) => ({
    ...{ email, ...bookmark },
    url: bookmarkUrl(bookmark as { brief_gid: string; article_gid: string | null }),
  }));
}

function reactionsOf({ email, reactions }: KnownReader): JsonFields[] {
  return [...reactions].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, reaction]) => ({ email, ...reaction }));
}

/** Notes what was shown of the tables that no list shows, and readers who should be in a list. */
export function noteCoverage(known: Knowledge, tables: SeenTables): void {
  const { records } = known;
  if (records.coverageOf('user') === 'complete') {
    const problem = 'has a token, but is not in the list of users';
    for (const email of missingReaders(known)) records.contradict('user', { email }, 'email', problem);
  }
  for (const name of ['user', 'brief', 'brief_document', 'article', 'bookmark', 'reaction'] as const) {
    if (tables[name].length > 0) records.covers(name, 'in part');
  }
  // A reader's list of bookmarks that is empty was seen, too.
  if ([...known.readers.values()].some(({ bookmarks }) => bookmarks.size > 0)) records.covers('bookmark', 'in part');
}
