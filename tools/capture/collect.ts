import { hasMore } from '../../src/protocol/has-more.js';
import { inParallel } from './in-parallel.js';
import { Knowledge } from './knowledge.js';
import { listRoutes, pathOfBrief, paths } from './routes.js';
import { fieldsOf, type Get, type GetOptions, objectIn, recordsIn, type SeenAnswer } from './seen-answer.js';

/** The number of entitlements that are asked for at once: that of a page without the parameter. */
const PAGE = 24;
/** How often people are chosen and asked for. What is learned of some makes others the first of their kind. */
const ROUNDS = 20;
/** The number of documents of a brief whose articles are read, the newest ones. Bookmarked ones are read too. */
const DOCUMENTS = 60;

export interface CollectOptions {
  readonly get: Get;
  /** The e-mails of the readers whose tokens can be sent. */
  readonly readers: readonly string[];
  /** The value of `X-REQUEST-FROM`. */
  readonly requestFrom: string;
  /** Chooses the people whose entitlements are asked for, by e-mail, of those known so far. */
  readonly choose: (known: Knowledge) => readonly string[];
}

/** Learns everything that the read routes show: the lists, then what readers see, then the entitlements of chosen people. */
export async function collect(options: CollectOptions): Promise<Knowledge> {
  const { get, readers } = options;
  const known = new Knowledge();
  const learn = (answers: readonly SeenAnswer[]) => {
    for (const answer of answers) known.learn(answer);
  };
  learn(await inParallel(listRoutes, ({ path }) => get(path)));
  const ofReaders = [paths.briefs, paths.bookmarkedBriefs, paths.bookmarkedArticles];
  for (const reader of readers) learn(await inParallel(ofReaders, (path) => get(path, { reader })));
  for (const reader of readers) await collectDocuments(known, get, reader);
  learn(await inParallel(slugsIn(known), (brief_slug) => entitlementsOf(get, { brief_slug })));
  await collectPeople(known, options);
  return known;
}

/** The documents of the briefs that a reader may read, with the reader's reactions. */
async function collectDocuments(known: Knowledge, get: Get, reader: string): Promise<void> {
  const slugs = [...(known.reader(reader).briefs ?? [])];
  const latest = await inParallel(slugs, (slug) => get(pathOfBrief(slug), { reader }));
  for (const answer of latest) known.learn(answer);
  const read = new Set(latest.map((answer) => objectIn(answer)?.gid));
  const others = slugs.flatMap((slug) =>
    documentsOf(known, slug).flatMap((gid) => (read.has(gid) ? [] : [{ slug, gid }])),
  );
  const answers = await inParallel(others, ({ slug, gid }) => get(pathOfBrief(slug, gid), { reader }));
  for (const answer of answers) known.learn(answer);
}

/** The gids of the newest documents of a brief, and of those that are bookmarked. */
function documentsOf(known: Knowledge, slug: string): string[] {
  const all = [...known.documents.values()].filter((document) => document.slug === slug);
  const newest = all.toSorted((a, b) => ((a.date ?? '') < (b.date ?? '') ? 1 : -1)).slice(0, DOCUMENTS);
  const bookmarked = known.bookmarkedDocuments;
  return all.filter((one) => newest.includes(one) || bookmarked.has(one.gid)).map(({ gid }) => gid);
}

/** The slugs of the briefs that are known, and of the content that people are entitled to, which may be briefs. */
function slugsIn(known: Knowledge): string[] {
  const ofContent = known.records
    .all('content_entitlement')
    .flatMap(({ slug }) => (typeof slug === 'string' ? [slug] : []));
  return [...new Set([...known.briefs.keys(), ...ofContent])].sort();
}

/** Asks for the entitlements of chosen people, until nobody new is chosen. */
async function collectPeople(known: Knowledge, { get, choose, requestFrom }: CollectOptions): Promise<void> {
  const asked = new Set<string>();
  known.asked = asked;
  for (let round = 0; round < ROUNDS; round++) {
    const people = choose(known).filter((email) => !asked.has(email));
    if (people.length === 0) return;
    for (const email of people) asked.add(email);
    const answers = await inParallel(people, async (email) => [
      ...(await allEntitlementsOf(get, email)),
      await get(paths.entitledBriefs, { query: { email } }),
      await get(paths.userBriefs, { query: { email }, headers: { 'X-REQUEST-FROM': requestFrom } }),
    ]);
    for (const answer of answers.flat()) known.learn(answer);
  }
}

function entitlementsOf(get: Get, query: GetOptions['query'], page = 1): Promise<SeenAnswer> {
  return get(paths.entitlements, { query: { ...query, page: String(page), size: String(PAGE) } });
}

/** All pages of a person's entitlements. */
async function allEntitlementsOf(get: Get, email: string): Promise<SeenAnswer[]> {
  const answers: SeenAnswer[] = [];
  const ids = new Set<unknown>();
  for (;;) {
    const answer = await entitlementsOf(get, { email }, answers.length + 1);
    answers.push(answer);
    const found = recordsIn(answer) ?? [];
    const before = ids.size;
    for (const { id } of found) ids.add(id);
    // A server without pages answers each request for one with the same.
    if (ids.size === before) return answers;
    const { total } = fieldsOf(answer.body);
    const isLast =
      typeof total === 'number' ? ids.size >= total : found.length < PAGE && !hasMore(answer, found.length);
    if (isLast) return answers;
  }
}
