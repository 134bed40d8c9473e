import * as z from 'zod';
import { checkOptions } from '../foundation/check-options.js';
import { show } from '../foundation/format-value.js';
import { refusal } from '../foundation/mock-error.js';
import { expectShape } from '../foundation/validate.js';
import { fromZero } from '../model/define-table.js';
import { schemas } from '../model/table-schema.js';
import type { Row, TableName } from '../model/tables.js';
import { tokenFor } from '../state/access-tokens.js';
import { copyRow } from '../state/collection.js';
import type { State } from '../state/state.js';
import type { Values } from '../state/table.js';
import type { StoredRow } from '../state/trees.js';
import { type Maker, makerOf } from './factory.js';
import type { RecordMakers } from './record-factories.js';

/** Records that belong to another: how many, or the columns of each. */
type Children<Columns> = number | readonly Columns[] | undefined;
type WithArticles = { readonly articles?: Children<Values<'article'>> };
type WithDocuments = { readonly documents?: Children<Values<'brief_document'> & WithArticles> };
/** Columns of the bookmark; `brief_slug` is the brief that the document is to be in. */
type Mark = Pick<Values<'bookmark'>, (typeof MARK)[number]>;

/** The user of a compound, and a token for `Authorization: Bearer`. */
interface Reader {
  user: Row<'user'>;
  token: string;
}

interface Bookmarked extends Reader {
  brief: Row<'brief'>;
  document: Row<'brief_document'>;
  bookmark: Row<'bookmark'>;
}

/**
 * What takes several records. Each takes columns of what it is named for, and the words beside; it answers the records
 * that it made or used, each a plain record of its table.
 */
export interface Compounds {
  /**
   * A brief with documents that are out: one, of today, unless `documents` says otherwise; more are of the days before.
   * Each has three articles, unless `articles` says otherwise.
   */
  readonly publishedBrief: Maker<
    Values<'brief'> & WithDocuments & WithArticles,
    { brief: Row<'brief'>; documents: Row<'brief_document'>[]; articles: Row<'article'>[] }
  >;
  /**
   * A document with three articles, unless `articles` says otherwise. Its date is today or, if its brief has one of today,
   * the last day before that is free.
   */
  readonly publishedDocument: Maker<
    Values<'brief_document'> & WithArticles,
    { brief: Row<'brief'>; document: Row<'brief_document'>; articles: Row<'article'>[] }
  >;
  /** A user with a brief entitlement, whose columns it takes too. Without `brief_slug` a published brief is made. */
  readonly entitledUser: Maker<
    Values<'user'> & Omit<Values<'brief_entitlement'>, keyof Row<'user'>>,
    Reader & { brief: Row<'brief'>; entitlement: Row<'brief_entitlement'> }
  >;
  /** A new document that the user of `email`, or a new one, has bookmarked. They may read it if its brief is new too. */
  readonly bookmarkedBrief: Maker<Values<'brief_document'> & Mark, Bookmarked>;
  /** A new article that the user of `email`, or a new one, has bookmarked. They may read it if its brief is new too. */
  readonly bookmarkedArticle: Maker<Values<'article'> & Mark, Bookmarked & { article: Row<'article'> }>;
}

const MARK = ['email', 'brief_slug', 'created_on'] as const;
const childrenShape = z.union([fromZero, z.array(z.looseObject({}))], 'is neither an integer from 0 nor a list');

export function compoundsOf(state: State, make: RecordMakers): Compounds {
  const { tables } = state;
  const read = <Name extends TableName>(name: Name, row: Row<Name> | undefined) =>
    copyRow(schemas[name], row as StoredRow) as Row<Name>;
  const idOf = (slug: string | null | undefined) => tables.brief.find({ slug: slug ?? undefined })?.id;

  const publishedDocument: Compounds['publishedDocument'] = makerOf(state, (given) => {
    checkOptions('publishedDocument', given, [...schemas.brief_document.columns, 'articles']);
    const { articles = 3, ...columns } = given;
    const document = make.brief_document(columns);
    return {
      brief: read('brief', tables.brief.get(document.brief_id)),
      document,
      articles: each(make.article, 'articles', articles, { brief_gid: document.gid }),
    };
  });

  const publishedBrief: Compounds['publishedBrief'] = makerOf(state, (given) => {
    checkOptions('publishedBrief', given, [...schemas.brief.columns, 'documents', 'articles']);
    const { documents = 1, articles, ...columns } = given;
    const brief = make.brief(columns);
    const published = each(publishedDocument, 'documents', documents, { brief_id: brief.id }, { articles });
    return {
      brief,
      documents: published.map(({ document }) => document),
      articles: published.flatMap(({ articles }) => articles),
    };
  });

  const entitledUser: Compounds['entitledUser'] = makerOf(state, (given) => {
    const { user: ofUser, brief_entitlement: ofEntitlement } = schemas;
    checkOptions('entitledUser', given, [...ofUser.columns, ...ofEntitlement.columns]);
    const user = make.user(only(given, ofUser.columns));
    const brief_slug = given.brief_slug === undefined ? publishedBrief().brief.slug : given.brief_slug;
    const { email } = user;
    const entitlement = make.brief_entitlement({ ...only(given, ofEntitlement.columns), email, brief_slug });
    const brief = read('brief', tables.brief.find({ slug: entitlement.brief_slug }));
    return { user, token: tokenFor(state, email), brief, entitlement };
  });

  const bookmarked = (values: Values<'bookmark'>, mayBeNew: boolean): Bookmarked => {
    const bookmark = make.bookmark(values);
    const { email, brief_slug, brief_gid } = bookmark;
    if (mayBeNew && values.brief_slug === undefined) make.brief_entitlement({ email, brief_slug });
    return {
      user: read('user', tables.user.find({ email })),
      token: tokenFor(state, email),
      brief: read('brief', tables.brief.find({ slug: brief_slug })),
      document: read('brief_document', tables.brief_document.get(brief_gid)),
      bookmark,
    };
  };

  const bookmarkedBrief: Compounds['bookmarkedBrief'] = makerOf(state, (given) => {
    const { columns } = schemas.brief_document;
    checkOptions('bookmarkedBrief', given, [...columns, ...MARK]);
    const { brief_id = idOf(given.brief_slug) } = given;
    const { gid } = make.brief_document({ ...only(given, columns), brief_id });
    return bookmarked({ ...only(given, MARK), brief_gid: gid }, given.brief_id === undefined);
  });

  const bookmarkedArticle: Compounds['bookmarkedArticle'] = makerOf(state, (given) => {
    const { columns } = schemas.article;
    checkOptions('bookmarkedArticle', given, [...columns, ...MARK]);
    const { brief_gid = make.brief_document({ brief_id: idOf(given.brief_slug) }).gid } = given;
    const article = make.article({ ...only(given, columns), brief_gid });
    const marked = { ...only(given, MARK), brief_gid: article.brief_gid, article_gid: article.gid };
    return { ...bookmarked(marked, given.brief_gid === undefined), article };
  });

  return { publishedBrief, publishedDocument, entitledUser, bookmarkedBrief, bookmarkedArticle };
}

/** As many records as are wanted, or one for each of a list: all of one parent, and with what they do not say otherwise. */
function each<Columns extends object, Made>(
  make: Maker<Columns, Made>,
  word: string,
  wanted: number | readonly Columns[],
  parent: Columns,
  usual: Partial<Columns> = {},
): Made[] {
  expectShape(childrenShape, wanted, { root: [word] });
  if (typeof wanted === 'number') return make.many(wanted, { ...usual, ...parent });
  return wanted.map((columns, place) => {
    for (const [column, value] of Object.entries(parent)) {
      const given = columns[column as keyof Columns];
      if (given === undefined || given === value) continue;
      throw refusal('malformed_data', [
        { path: `${word}.${place}.${column}`, message: `is ${show(given)}, not ${show(value)}` },
      ]);
    }
    return make({ ...usual, ...columns, ...parent });
  });
}

function only<Given extends object>(given: Given, words: readonly string[]): Partial<Given> {
  return Object.fromEntries(Object.entries(given).filter(([word]) => words.includes(word))) as Partial<Given>;
}
