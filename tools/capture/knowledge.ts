import { getOrInsert } from '../../src/foundation/get-or-insert.js';
import { foldCase, schemas } from '../../src/model/table-schema.js';
import { hasMore } from '../../src/protocol/has-more.js';
import { isList, isOfBrief, type ListRoute, listRoutes, paths } from './routes.js';
import {
  fieldsOf,
  isMalformedList,
  type JsonFields,
  objectIn,
  recordsIn,
  type SeenAnswer,
  textOf,
} from './seen-answer.js';
import { SeenRecords } from './seen-records.js';

/** What the answers have said about a brief. */
export interface KnownBrief {
  readonly slug: string;
  id?: string;
  name?: string;
  /** Whether an answer that has active briefs only has it. */
  isActive?: boolean;
  isCore?: boolean;
}

/** What the answers to a reader's token have said. */
export interface KnownReader {
  readonly email: string;
  /** The slugs of the briefs that the reader may read; undefined if the list was not seen. */
  briefs?: ReadonlySet<string>;
  /** What the reader has bookmarked, the oldest first, without ids. */
  readonly bookmarks: Map<'brief' | 'article', readonly JsonFields[]>;
  /** Whether the reader liked an article, by the gids of its document and its own. */
  readonly reactions: Map<string, JsonFields>;
}

/** A document that the answers have shown. */
export interface KnownDocument {
  readonly gid: string;
  slug?: string;
  date?: string;
  /** In their order; undefined if they were not seen. */
  articles?: readonly JsonFields[];
  /** Articles that only bookmarks have shown. */
  readonly bookmarked: Map<unknown, JsonFields>;
}

/** What all answers together say. */
export class Knowledge {
  readonly records = new SeenRecords();
  readonly briefs = new Map<string, KnownBrief>();
  readonly readers = new Map<string, KnownReader>();
  readonly documents = new Map<string, KnownDocument>();
  /** By e-mail in lower case, the briefs that a person has an entitlement for. */
  readonly entitled = new Map<string, Set<string>>();
  /** By e-mail in lower case, how many entitlements a person has. Only some pages of them may have been seen. */
  readonly entitlements = new Map<string, number>();
  /** By e-mail in lower case, the active briefs that are listed for a person: those with an entitlement, and the core briefs. */
  readonly listed = new Map<string, Set<string>>();
  /** The lists that the target did not show, with the status of the answer. */
  readonly refused = new Map<string, number>();
  /** The lists that the target has shown in part, and has said so. */
  readonly unfinished = new Set<string>();
  /** The lists with something else than records. */
  readonly malformed = new Set<string>();
  /** The e-mails of the people whose entitlements were asked for; undefined if the answers were recorded. */
  asked?: ReadonlySet<string>;
  readonly #idsOfLists = new Map<string, ReadonlySet<unknown>>();

  learn(answer: SeenAnswer): void {
    const { path, query, reader, status } = answer;
    if (status >= 400 && isList(path)) this.refused.set(path, status);
    const isUnfinished = path !== paths.entitlements && hasMore(answer, recordsIn(answer)?.length ?? 0);
    if (isUnfinished && isList(path)) this.unfinished.add(path);
    if (isList(path) && isMalformedList(answer)) this.malformed.add(path);
    const ofTable = listRoutes.find((route) => path === route.path || path.startsWith(`${route.path}/`));
    if (ofTable !== undefined)
      this.#learnRecords(ofTable, answer, path === ofTable.path && query === '' && !isUnfinished);
    else if (path.startsWith('/user-data/')) this.#learnOfPerson(answer, new URLSearchParams(query));
    else if (reader !== undefined) this.#learnOfReader(this.reader(reader), answer);
  }

  /** Whether no answer has shown anything. */
  get isEmpty(): boolean {
    const lists = [...this.readers.values()].some(
      ({ briefs, bookmarks }) => briefs !== undefined || bookmarks.size > 0,
    );
    return !lists && this.briefs.size === 0 && !this.records.hasAny;
  }

  /** The gids of the documents that readers have bookmarked, or articles of. */
  get bookmarkedDocuments(): ReadonlySet<unknown> {
    const bookmarks = [...this.readers.values()].flatMap((reader) => [...reader.bookmarks.values()].flat());
    return new Set(bookmarks.map(({ brief_gid }) => brief_gid));
  }

  reader(email: string): KnownReader {
    return getOrInsert(this.readers, email, () => ({ email, bookmarks: new Map(), reactions: new Map() }));
  }

  brief(slug: string): KnownBrief {
    return getOrInsert(this.briefs, slug, () => ({ slug }));
  }

  document(gid: string): KnownDocument {
    return getOrInsert(this.documents, gid, () => ({ gid, bookmarked: new Map() }));
  }

  #learnRecords({ table, fields }: ListRoute, answer: SeenAnswer, isWholeList: boolean): void {
    const found = recordsIn(answer);
    if (found === undefined) return;
    for (const record of found) this.records.add(table, record, fields);
    if (!isWholeList) return;
    const ids = new Set(found.map(({ id }) => id));
    for (const id of this.#idsOfLists.get(answer.path) ?? []) if (!ids.has(id)) this.records.remove(table, id);
    this.#idsOfLists.set(answer.path, ids);
    this.records.covers(table, 'complete');
  }

  /** Learns of the routes that show a person's briefs. */
  #learnOfPerson(answer: SeenAnswer, query: URLSearchParams): void {
    const email = query.get('email') ?? undefined;
    const found = recordsIn(answer);
    if (found === undefined) return;
    switch (answer.path) {
      case paths.entitlements:
        for (const record of found) this.#learnEntitlement(record);
        if (email !== undefined && !query.get('brief_slug')) this.#learnTotal(email, answer);
        return;
      case paths.entitledBriefs:
        if (email === undefined) return;
        for (const { brief_slug } of found) {
          const slug = textOf(brief_slug);
          if (slug === undefined) continue;
          slugsOf(this.listed, email).add(slug);
          this.brief(slug).isActive = true;
        }
        slugsOf(this.listed, email);
        return;
      case paths.userBriefs:
        for (const { brief_definition } of found) this.#learnBrief(fieldsOf(brief_definition));
    }
  }

  #learnEntitlement(record: JsonFields): void {
    const [email, slug] = [textOf(record.email), textOf(record.brief_slug)];
    if (email === undefined || slug === undefined) return;
    this.records.add('brief_entitlement', record);
    slugsOf(this.entitled, email).add(slug);
    this.brief(slug);
  }

  #learnTotal(email: string, { body }: SeenAnswer): void {
    const { total } = fieldsOf(body);
    if (typeof total === 'number') this.entitlements.set(email.toLowerCase(), total);
  }

  #learnBrief({ slug, display_name, name = display_name, id }: JsonFields): KnownBrief | undefined {
    const known = textOf(slug);
    if (known === undefined) return undefined;
    const brief = this.brief(known);
    brief.name = textOf(name) ?? brief.name ?? known;
    if (id !== undefined) brief.id = String(id);
    brief.isActive = true;
    return brief;
  }

  #learnOfReader(reader: KnownReader, answer: SeenAnswer): void {
    if (isOfBrief(answer.path)) {
      this.#learnDocument(reader, objectIn(answer) ?? {});
      return;
    }
    const found = recordsIn(answer);
    if (found === undefined) return;
    const oldestFirst = found.toReversed();
    switch (answer.path) {
      case paths.briefs:
        for (const brief of found) this.#learnBrief(brief);
        reader.briefs = new Set(found.flatMap(({ slug }) => textOf(slug) ?? []));
        return;
      case paths.bookmarkedBriefs: {
        const briefs = oldestFirst.flatMap((item) => this.#bookmarkedBrief(item));
        reader.bookmarks.set('brief', briefs);
        return;
      }
      case paths.bookmarkedArticles: {
        const articles = oldestFirst.flatMap((item) => this.#bookmarkedArticle(reader, item));
        reader.bookmarks.set('article', articles);
      }
    }
  }

  #bookmarkedBrief({ name, slug, gid, date }: JsonFields): JsonFields[] {
    const [brief_slug, brief_gid] = [textOf(slug), textOf(gid)];
    if (brief_slug === undefined || brief_gid === undefined) return [];
    // A bookmark stays when its brief becomes inactive.
    this.brief(brief_slug).name ??= textOf(name) ?? brief_slug;
    const document = this.document(brief_gid);
    document.slug = brief_slug;
    const day = dayOf(date);
    if (day !== undefined) document.date ??= day;
    return [{ brief_slug, brief_gid, article_gid: null }];
  }

  #bookmarkedArticle(reader: KnownReader, item: JsonFields): JsonFields[] {
    const [bookmark] = this.#bookmarkedBrief(fieldsOf(item.brief));
    const gid = textOf(item.gid);
    if (bookmark === undefined || gid === undefined) return [];
    const { brief_gid } = bookmark;
    const { category = null, title, sources, source = sources, snippet } = item;
    this.document(brief_gid as string).bookmarked.set(gid, { gid, category, title, source, snippet });
    const key = `${brief_gid}/${gid}`;
    // False may also mean that there is no reaction.
    if (item.liked === true && !reader.reactions.has(key))
      reader.reactions.set(key, { brief_gid, article_gid: gid, liked: true });
    return [{ ...bookmark, article_gid: gid }];
  }

  #learnDocument(reader: KnownReader, shown: JsonFields): void {
    const [slug, gid] = [textOf(shown.slug), textOf(shown.gid)];
    if (slug === undefined || gid === undefined) return;
    this.#learnBrief(shown.name === undefined ? { slug } : { slug, name: shown.name });
    const { picker } = fieldsOf(shown.date_option);
    for (const entry of Array.isArray(picker) ? picker.map(fieldsOf) : []) {
      const document = this.document(String(entry.gid));
      document.slug = slug;
      document.date = dayOf(entry.date) ?? document.date ?? '';
    }
    const document = this.document(gid);
    document.slug = slug;
    if (!Array.isArray(shown.article)) return;
    document.articles = shown.article.map(fieldsOf).map(({ gid, category, title, source, snippet }) => ({
      gid,
      category: category === '' ? null : category,
      title,
      source,
      snippet,
    }));
    for (const { gid: article, liked } of shown.article.map(fieldsOf)) {
      const key = `${gid}/${article}`;
      if (typeof liked === 'boolean') reader.reactions.set(key, { brief_gid: gid, article_gid: article, liked });
      else reader.reactions.delete(key);
    }
  }
}

function slugsOf(map: Map<string, Set<string>>, email: string): Set<string> {
  return getOrInsert(map, email.toLowerCase(), () => new Set());
}

/** A user by e-mail, without regard to case. */
export function usersByEmail(records: SeenRecords): ReadonlyMap<unknown, JsonFields> {
  return new Map(records.all('user').map((user) => [foldCase(schemas.user, 'email', user.email), user]));
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** `2026-03-04`, from that or from `March 4, 2026`. */
function dayOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  const [, name, day, year] = /^([A-Z][a-z]+) (\d{1,2}), (\d{4})$/.exec(text) ?? [];
  const month = MONTHS.indexOf(name ?? '') + 1;
  if (month === 0 || day === undefined || year === undefined) return undefined;
  return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}
