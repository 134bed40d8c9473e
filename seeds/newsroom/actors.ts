import { type ActorAnswer, type ActorContext, defineActor } from '../../src/scenario/actor.js';
import { addDays, dayOf, weekdayOf } from '../factories/calendar.js';

/** Who uses the newsroom while its clock advances. */
export const actors = /* @__PURE__ */ [
  /* @__PURE__ */ defineActor({ name: 'editors', rhythm: { from: '06:00' }, act: publish }),
  /* @__PURE__ */ defineActor({
    name: 'readers',
    rhythm: { from: '06:30', to: '21:00', times: { calm: 12, busy: 120 } },
    act: readBriefs,
  }),
  /* @__PURE__ */ defineActor({
    name: 'administrator',
    rhythm: { from: '10:00', to: '11:30', days: ['tuesday', 'thursday'] },
    act: addColleague,
  }),
  /* @__PURE__ */ defineActor({
    name: 'subscriptions',
    rhythm: { from: '18:00', days: ['friday'] },
    act: endEntitlement,
  }),
];

type DueBrief = ReturnType<ActorContext['data']['brief']['findMany']>[number];

/** Publishes a document of each brief that is due, of articles as the brief had them before. No API publishes. */
function publish(context: ActorContext): void {
  const briefs = context.data.brief.findMany({ where: { is_active: { equals: true } } });
  for (const brief of briefs) publishOne(brief, context);
}

function publishOne({ id, slug }: DueBrief, { data, now, random }: ActorContext): void {
  const today = dayOf(now);
  const documents = data.brief_document.findMany({ where: { brief_id: { equals: id } } });
  const recent = documents.filter(({ date }) => date >= addDays(today, -21) && date < today);
  const isDue = recent.some(({ date }) => weekdayOf(date) === weekdayOf(today));
  if (!isDue || documents.some(({ date }) => date === today)) return;
  const archive = recent.slice(0, 6).flatMap(({ gid }) => {
    return data.article.findMany({ where: { brief_gid: { equals: gid } } });
  });
  const gid = `1-${today.replaceAll('-', '')}-${slug}`;
  data.brief_document.create({ gid, brief_id: id, date: today });
  const count = Math.min(archive.length, 4 + Math.floor(random() * 3));
  for (let position = 1; position <= count; position++) {
    const [article] = archive.splice(Math.floor(random() * archive.length), 1);
    if (article === undefined) return;
    const { category, title, source, snippet } = article;
    data.article.create({ brief_gid: gid, position, category, title, source, snippet });
  }
}

/** A reader opens a brief, rather one that was chosen for them, and may bookmark an article and like one. */
function readBriefs(context: ActorContext): void {
  const { data, random, send } = context;
  const one = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const reader = one(data.user.findMany());
  if (reader === undefined) return;
  const { email } = reader;
  const listed = listOf(dataOf(send('GET /public-api/v1/brief', { as: email }))).filter(isListed);
  const entitlements = data.brief_entitlement.findMany({ where: { email: { equals: email } } });
  const slug = one(listed.flatMap((brief) => repeated(brief.slug, entitlements)));
  if (slug === undefined) return;
  const brief = encodeURIComponent(slug);
  const { gid, article } = dataOf(send(`GET /public-api/v1/brief/${brief}`, { as: email }));
  if (typeof gid !== 'string' || article === undefined) return;
  const articles = listOf(article).filter(isArticle);
  const kept = one(articles.filter(({ bookmarked }) => !bookmarked));
  if (random() < 0.35 && kept?.gid !== undefined) {
    const path = [brief, ...[gid, kept.gid].map(encodeURIComponent)].join('/');
    send(`POST /public-api/v1/bookmark/${path}`, { as: email });
  }
  const rated = one(articles.filter(({ liked }) => liked === null));
  if (random() < 0.3 && rated?.gid !== undefined) like({ email, brief_gid: gid, article_gid: rated.gid }, context);
}

/** No API takes a like. */
function like(of: Record<'email' | 'brief_gid' | 'article_gid', string>, { data, random }: ActorContext): void {
  const { email, brief_gid, article_gid } = of;
  const article = { brief_gid: { equals: brief_gid }, gid: { equals: article_gid } };
  const own = { email: { equals: email }, brief_gid: { equals: brief_gid }, article_gid: { equals: article_gid } };
  // A fault rule may have answered with an article that there is not, or that the reader has rated.
  if (data.article.count({ where: article }) === 0 || data.reaction.count({ where: own }) > 0) return;
  data.reaction.create({ ...of, liked: random() < 0.8 });
}

/** An object in an answer. A fault rule may answer with anything. */
type AnswerPart = Readonly<Record<string, unknown>>;

/** What an answer has as `data`. */
function dataOf({ body }: ActorAnswer): AnswerPart {
  return (body as { readonly data?: AnswerPart | null } | null | undefined)?.data ?? {};
}

function listOf(value: unknown): readonly (AnswerPart | null)[] {
  return Array.isArray(value) ? value : [];
}

function isListed(brief: AnswerPart | null): brief is { readonly slug: string } {
  return typeof brief?.slug === 'string';
}

/** The switch `articleGid` leaves out the gids. */
function isArticle(
  article: AnswerPart | null,
): article is { readonly gid: string | undefined; readonly liked: unknown; readonly bookmarked: unknown } {
  return article !== null && (article.gid === undefined || typeof article.gid === 'string');
}

interface Choice {
  readonly brief_slug: string;
  readonly is_default: boolean;
  readonly is_subscribed: boolean;
}

/** A slug as many times as a reader prefers the brief to others. */
function repeated(slug: string, entitlements: readonly Choice[]): string[] {
  const own = entitlements.find(({ brief_slug }) => brief_slug === slug);
  const weight = own?.is_default ? 6 : own?.is_subscribed ? 3 : 1;
  return Array.from({ length: weight }, () => slug);
}

const FIRST_NAMES = ['Ada', 'Ben', 'Carla', 'Emil', 'Greta', 'Ines', 'Jonas', 'Kaya', 'Marta', 'Nils', 'Olga', 'Paul'];
const LAST_NAMES = ['Adler', 'Brooks', 'Castro', 'Dahl', 'Fonseca', 'Grant', 'Hansen', 'Ito', 'Jansen', 'Koch', 'Lund'];

/** The administrator of Acme adds a colleague, who may read a brief from now on. */
function addColleague({ data, random, send }: ActorContext): void {
  const [administrator] = data.user.findMany({ where: { email: { equals: 'bruno@acme.example' } } });
  if (administrator === undefined) return;
  const one = (names: readonly string[]) => names[Math.floor(random() * names.length)] as string;
  const [fname, lname] = [one(FIRST_NAMES), one(LAST_NAMES)];
  const email = `${fname}.${lname}@acme.example`.toLowerCase();
  const { client_id } = administrator;
  send('POST /user-data/v1/user', { body: { fname, lname, email, client_id } });
  send('POST /user-data/v1/brief-entitlement', {
    body: [{ email, fname, lname, brief_slug: 'energy-today', is_default: true }],
  });
}

/** A subscription to a brief ends at the end of the week. No API removes an entitlement. */
function endEntitlement({ data, random }: ActorContext): void {
  const entitlements = data.brief_entitlement.findMany({ where: { is_subscribed: { equals: true } } });
  const ended = entitlements[Math.floor(random() * entitlements.length)];
  if (ended !== undefined) data.brief_entitlement.delete({ where: { id: { equals: ended.id } } });
}
