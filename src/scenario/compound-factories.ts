import * as z from 'zod/mini';
import { checkOptions } from '../foundation/check-options.js';
import { nonNegativeInteger } from '../foundation/common-schemas.js';
import { formatValue } from '../foundation/format-value.js';
import { malformedAt, prefixing } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import { type StoredRow, schemas } from '../model/table-schema.js';
import { daysBefore } from '../model/tables/brief-document.js';
import type { Row, TableName, Values } from '../model/tables.js';
import { tokenFor } from '../state/access-tokens.js';
import { copyRow } from '../state/collection.js';
import type { State } from '../state/state.js';
import { type Factory, factoryOf } from './factory.js';
import type { RecordFactories } from './record-factories.js';

/** Child records: their number, or the columns of each. */
type Children<Columns> = number | readonly Columns[] | undefined;
type WithArticles = {
  /** The number of articles of each document, at most 1,000, or the columns of each article. Default 3. */
  readonly articles?: Children<Values<'article'>>;
};
type WithDocuments = {
  /** The number of documents, at most 1,000, or the columns of each with its `articles`. Default 1. */
  readonly documents?: Children<Values<'brief_document'> & WithArticles>;
};
/** Columns of the bookmark; `brief_slug` is also the brief of the new document. */
type BookmarkOptions = Pick<Values<'bookmark'>, (typeof BOOKMARK_OPTIONS)[number]>;

/** A user who can send requests. */
interface Reader {
  /** The new or given user. */
  user: Row<'user'>;
  /** The access token of the user, for `Authorization: Bearer`. */
  token: string;
}

interface OfBrief {
  /** The new or given brief. */
  brief: Row<'brief'>;
}

export interface Entitled extends Reader, OfBrief {
  /** The new brief entitlement. */
  entitlement: Row<'brief_entitlement'>;
}

export interface Published extends OfBrief {
  /** The new document. */
  document: Row<'brief_document'>;
  /** Its articles, in ascending order of their position. */
  articles: Row<'article'>[];
}

export interface PublishedBrief extends OfBrief {
  /** Its documents, in order of creation. */
  documents: Row<'brief_document'>[];
  /** The articles of all documents, in the order of the documents, and of each document in ascending order of their position. */
  articles: Row<'article'>[];
}

export interface Bookmarked extends Reader, OfBrief {
  /** The new or given document. */
  document: Row<'brief_document'>;
  /** The new bookmark. */
  bookmark: Row<'bookmark'>;
}

export interface NewArticleBookmark extends Bookmarked {
  /** The new article. */
  article: Row<'article'>;
}

/**
 * Factories that create several related records. Each takes columns of the record that it is named after, and further
 * options; it returns the records that it created or used.
 */
export interface CompoundFactories {
  /**
   * A brief with published documents. The first has today's date, further ones have the days before it.
   */
  readonly publishedBrief: Factory<Values<'brief'> & WithDocuments & WithArticles, PublishedBrief>;
  /**
   * A document with articles. Its date is today or, if the brief has a document of today, the latest earlier day without one.
   */
  readonly publishedDocument: Factory<Values<'brief_document'> & WithArticles, Published>;
  /** A user with a brief entitlement; takes columns of both. Without `brief_slug` it creates a published brief. */
  readonly entitledUser: Factory<Values<'user'> & Omit<Values<'brief_entitlement'>, keyof Row<'user'>>, Entitled>;
  /** A new document, bookmarked by the user with `email` or a new user. The user is entitled to the brief if it is new. */
  readonly bookmarkedBrief: Factory<Values<'brief_document'> & BookmarkOptions, Bookmarked>;
  /** A new article, bookmarked by the user with `email` or a new user. The user is entitled to the brief if it is new. */
  readonly bookmarkedArticle: Factory<Values<'article'> & BookmarkOptions, NewArticleBookmark>;
}

const BOOKMARK_OPTIONS = ['email', 'brief_slug', 'created_on'] as const;

/** The maximum number of documents, and of articles of a document, that a number stands for. */
export const CHILD_LIMIT = 1_000;

/** The maximum number of articles in all documents of a new brief. */
export const ARTICLE_LIMIT = 10_000;

const DEFAULT_ARTICLES = 3;

const childrenSchema = z.union(
  [nonNegativeInteger.check(z.maximum(CHILD_LIMIT)), z.array(z.looseObject({}))],
  'must be an integer of 0 or more, or a list of objects',
);

export function compoundFactoriesOf(state: State, make: RecordFactories): CompoundFactories {
  const { tables } = state;
  const publishedDocument: CompoundFactories['publishedDocument'] = factoryOf(state, 'publishedDocument', (given) => {
    checkOptions('publishedDocument', given, [...schemas.brief_document.columns, 'articles']);
    const { articles = DEFAULT_ARTICLES, ...columns } = given;
    const document = make.brief_document(columns);
    const created = createChildren(make.article, 'articles', articles, { brief_gid: document.gid });
    return {
      brief: read('brief', tables.brief.get(document.brief_id)),
      document,
      // As the API answers them.
      articles: created.sort((one, other) => one.position - other.position),
    };
  });

  const publishedBrief: CompoundFactories['publishedBrief'] = factoryOf(state, 'publishedBrief', (given) => {
    checkOptions('publishedBrief', given, [...schemas.brief.columns, 'documents', 'articles']);
    const { documents = 1, articles, ...columns } = given;
    expectRoom(documents, articles);
    const brief = make.brief(columns);
    const { day } = state.clock;
    const published = createChildren(publishedDocument, 'documents', documents, { brief_id: brief.id }, (place) => ({
      articles,
      // Otherwise each document would look for a free day, from today on.
      ...(typeof documents === 'number' && { date: daysBefore(day, place) }),
    }));
    return {
      brief,
      documents: published.map(({ document }) => document),
      articles: published.flatMap(({ articles }) => articles),
    };
  });

  const entitledUser: CompoundFactories['entitledUser'] = factoryOf(state, 'entitledUser', (given) => {
    const { user: ofUser, brief_entitlement: ofEntitlement } = schemas;
    checkOptions('entitledUser', given, [...ofUser.columns, ...ofEntitlement.columns]);
    const user = make.user(pick(given, ofUser.columns));
    const brief_slug = given.brief_slug === undefined ? publishedBrief().brief.slug : given.brief_slug;
    const { email } = user;
    const entitlement = make.brief_entitlement({ ...pick(given, ofEntitlement.columns), email, brief_slug });
    const brief = read('brief', tables.brief.find({ slug: entitlement.brief_slug }));
    return { user, token: tokenFor(state, email), brief, entitlement };
  });

  return { publishedBrief, publishedDocument, entitledUser, ...bookmarkFactoriesOf(state, make) };
}

function bookmarkFactoriesOf(
  state: State,
  make: RecordFactories,
): Pick<CompoundFactories, 'bookmarkedBrief' | 'bookmarkedArticle'> {
  const { tables } = state;
  const idOf = (slug: string | null | undefined) => tables.brief.find({ slug: slug ?? undefined })?.id;

  /** `isNewBrief`: the caller gave no document or brief id, so that the brief may be new. */
  const bookmarked = (values: Values<'bookmark'>, isNewBrief: boolean): Bookmarked => {
    const bookmark = make.bookmark(values);
    const { email, brief_slug, brief_gid } = bookmark;
    if (isNewBrief && values.brief_slug === undefined) make.brief_entitlement({ email, brief_slug });
    return {
      user: read('user', tables.user.find({ email })),
      token: tokenFor(state, email),
      brief: read('brief', tables.brief.find({ slug: brief_slug })),
      document: read('brief_document', tables.brief_document.get(brief_gid)),
      bookmark,
    };
  };

  const bookmarkedBrief: CompoundFactories['bookmarkedBrief'] = factoryOf(state, 'bookmarkedBrief', (given) => {
    const { columns } = schemas.brief_document;
    checkOptions('bookmarkedBrief', given, [...columns, ...BOOKMARK_OPTIONS]);
    const { brief_id = idOf(given.brief_slug) } = given;
    const { gid } = make.brief_document({ ...pick(given, columns), brief_id });
    return bookmarked({ ...pick(given, BOOKMARK_OPTIONS), brief_gid: gid }, given.brief_id === undefined);
  });

  const bookmarkedArticle: CompoundFactories['bookmarkedArticle'] = factoryOf(state, 'bookmarkedArticle', (given) => {
    const { columns } = schemas.article;
    checkOptions('bookmarkedArticle', given, [...columns, ...BOOKMARK_OPTIONS]);
    const { brief_gid = make.brief_document({ brief_id: idOf(given.brief_slug) }).gid } = given;
    const article = make.article({ ...pick(given, columns), brief_gid });
    const marked = { ...pick(given, BOOKMARK_OPTIONS), brief_gid: article.brief_gid, article_gid: article.gid };
    return { ...bookmarked(marked, given.brief_gid === undefined), article };
  });

  return { bookmarkedBrief, bookmarkedArticle };
}

/** A copy of a record that is there. */
function read<Name extends TableName>(name: Name, row: Row<Name> | undefined): Row<Name> {
  return copyRow(schemas[name], row as StoredRow) as Row<Name>;
}

/** @throws MockError `malformed_data` for more articles in all documents than {@link ARTICLE_LIMIT} */
function expectRoom(documents: NonNullable<WithDocuments['documents']>, usual: WithArticles['articles']): void {
  expectValid(childrenSchema, documents, { root: ['documents'] });
  const lists: readonly WithArticles[] =
    typeof documents === 'number' ? Array.from({ length: documents }, () => ({})) : documents;
  const total = lists.reduce((sum, { articles = usual ?? DEFAULT_ARTICLES }) => {
    return sum + (Array.isArray(articles) ? articles.length : Number(articles));
  }, 0);
  // A value that is neither a number nor a list is rejected where its articles are created.
  if (!(total > ARTICLE_LIMIT)) return;
  throw malformedAt('articles', `must be at most ${ARTICLE_LIMIT} in all documents together, but are ${total}`);
}

/** Creates `wanted` records, or one for each item of a list, all with the same `parent` columns; `usualOf` are the defaults of one. */
function createChildren<Columns extends object, Created>(
  make: Factory<Columns, Created>,
  option: string,
  wanted: number | readonly Columns[],
  parent: Columns,
  usualOf: (place: number) => Partial<Columns> = () => ({}),
): Created[] {
  expectValid(childrenSchema, wanted, { root: [option] });
  if (typeof wanted === 'number') return make.many(wanted, (place) => ({ ...usualOf(place), ...parent }));
  return wanted.map((given, place) => {
    // What is undefined is not given.
    const columns = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Columns;
    for (const [column, value] of Object.entries(parent)) {
      const own = columns[column as keyof Columns];
      if (own === undefined || own === value) continue;
      const problem = `must be left out or ${formatValue(value)}, the value of the parent, but is ${formatValue(own)}`;
      throw malformedAt(`${option}.${place}.${column}`, problem);
    }
    return prefixing(`${option}.${place}`, () => make({ ...usualOf(place), ...columns, ...parent }));
  });
}

function pick<Given extends object>(given: Given, keys: readonly string[]): Partial<Given> {
  return Object.fromEntries(Object.entries(given).filter(([key]) => keys.includes(key))) as Partial<Given>;
}
