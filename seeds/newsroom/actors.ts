import { type ActorContext, defineActor } from '../../src/scenario/actor.js';
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
function readBriefs({ data, random, send }: ActorContext): void {
  const one = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const reader = one(data.user.findMany());
  if (reader === undefined) return;
  const { email } = reader;
  const listed = send('GET /public-api/v1/brief', { as: email }).body as { data?: { slug: string }[] } | undefined;
  const entitlements = data.brief_entitlement.findMany({ where: { email: { equals: email } } });
  const slug = one((listed?.data ?? []).flatMap((brief) => repeated(brief.slug, entitlements)));
  if (slug === undefined) return;
  const opened = send(`GET /public-api/v1/brief/${slug}`, { as: email }).body as { data?: Opened } | undefined;
  const document = opened?.data;
  if (document?.article === undefined) return;
  const kept = one(document.article.filter(({ bookmarked }) => !bookmarked));
  if (random() < 0.35 && kept?.gid !== undefined) {
    send(`POST /public-api/v1/bookmark/${slug}/${document.gid}/${encodeURIComponent(kept.gid)}`, { as: email });
  }
  const rated = one(document.article.filter(({ liked }) => liked === null));
  // No API takes a like.
  if (random() < 0.3 && rated?.gid !== undefined) {
    data.reaction.create({ email, brief_gid: document.gid, article_gid: rated.gid, liked: random() < 0.8 });
  }
}

interface Opened {
  readonly gid: string;
  readonly article?: readonly { readonly gid?: string; readonly liked: boolean | null; readonly bookmarked: boolean }[];
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
