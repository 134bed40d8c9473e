import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Row = Record<string, unknown>;

/** What a backend of another make answers; the rest is 404. */
export interface OtherBackend {
  readonly url: string;
  /** By e-mail. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly serviceToken: string;
  /** What it stores, by kind, in its own order. */
  readonly stored: Record<
    'orgs' | 'people' | 'grants' | 'magazines' | 'issues' | 'links' | 'marks' | 'settings',
    Row[]
  >;
  /** The requests so far: method, path with query, and header with the token. */
  readonly requests: string[];
  /** The largest number of requests at the same time. */
  atOnce: number;
  /** Answers a request instead, if it returns true. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
}

/** What the backend stores, with ids that do not start at 1 and are not in order. */
function storedRecords(): OtherBackend['stored'] {
  const person = (no: number, first: string, org: number | null) => {
    const mail = `${first.toLowerCase()}.${no}@harrow-steel.test`;
    return { no, first, last: `Quillfeather${no}`, mail, org, phone: '+44 20 7946 0000' };
  };
  return {
    orgs: [
      { no: 9107, title: 'Harrow Steel Works', open: true },
      { no: 8021, title: 'Closed Quarry Trust', open: false },
    ],
    people: [
      person(70_455, 'Wilhelmina', 9107),
      person(31_002, 'Thaddeus', 8021),
      person(90_001, 'Ottoline', null),
      ...Array.from({ length: 6 }, (_, i) => person(50_000 + 7 * i, `Colleague${i}`, 9107)),
    ],
    magazines: [
      { ref: 'm-77', slug: 'steel-week', title: 'Steel Week' },
      { ref: 'm-12', slug: 'quarry-day', title: 'Quarry Day' },
      { ref: 'm-50', slug: 'old-news', title: 'Old News', stopped: true },
    ],
    issues: ['2031-05-02', '2031-05-09'].map((day, i) => ({
      ...{ gid: `issue/${i} é`, magazine: 'steel-week', day },
      stories: [{ gid: `story-${i}`, title: `Furnace ${i} is lit`, html: `<p>Seen by <b>Wilhelmina</b></p>` }],
    })),
    grants: [
      { no: 400, mail: 'wilhelmina.70455@harrow-steel.test', slug: 'steel-week', main: true },
      { no: 399, mail: 'ottoline.90001@harrow-steel.test', slug: 'old-news', main: false },
    ],
    links: [{ no: 6, org: 9107, magazine: 'm-12' }],
    marks: [{ mail: 'wilhelmina.70455@harrow-steel.test', gid: 'issue/0 é' }],
    settings: [
      { no: 3, mail: 'thaddeus.31002@harrow-steel.test', kind: 88, value: { note: 'call Wilhelmina', n: [1] } },
    ],
  };
}

/** Starts a backend of another make: with its own storage, ids, orders and fields. It is closed at the end of the test. */
export async function otherBackend(): Promise<OtherBackend> {
  const stored = storedRecords();
  const tokens = Object.fromEntries(stored.people.slice(0, 2).map(({ mail, no }) => [String(mail), `reader-${no}`]));
  const backend = { stored, tokens, serviceToken: 'other-service-token', requests: [] as string[], atOnce: 0, url: '' };
  const state: OtherBackend = Object.assign(backend, { intercept: () => false });
  let running = 0;
  const server = createServer(async (request, response) => {
    state.requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    state.atOnce = Math.max(state.atOnce, ++running);
    // So that requests that may run at the same time do.
    await new Promise((resolve) => setImmediate(resolve));
    if (!(await state.intercept(request, response))) send(response, ...answerOf(state, request));
    running--;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(state, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

function answerOf(state: OtherBackend, request: IncomingMessage): [status: number, body: unknown] {
  const { pathname, searchParams } = new URL(request.url ?? '', state.url);
  const token = request.headers.authorization?.replace('Bearer ', '');
  const email = Object.keys(state.tokens).find((one) => state.tokens[one] === token);
  const isPublic = pathname.startsWith('/public-api/');
  if (isPublic ? email === undefined : token !== state.serviceToken) return [401, { error: 'who are you?' }];
  const found = isPublic
    ? ofReader(state.stored, decodeURIComponent(pathname), String(email))
    : ofService(state.stored, pathname, searchParams);
  return found === undefined ? [404, { error: 'no such thing' }] : [200, { ...found, version: 9 }];
}

/** The newest first. */
function listOf(rows: readonly Row[], shown: (row: Row) => Row): { data: Row[] } {
  return { data: rows.map(shown).toReversed() };
}

function ofService(stored: OtherBackend['stored'], path: string, query: URLSearchParams): object | undefined {
  const mail = query.get('email') ?? undefined;
  const userOf = (row: Row) => stored.people.find((one) => one.mail === row.mail) as Row;
  const grant = (row: Row) => ({
    ...{ id: row.no, email: row.mail, fname: userOf(row).first, lname: userOf(row).last, brief_slug: row.slug },
    ...{ is_default: row.main, is_redacted: false, is_admin: false, is_subscribed: true },
  });
  switch (path.split('/user-data/v1/')[1]) {
    case 'client':
      return listOf(stored.orgs, ({ no, title, open }) => ({
        ...{ id: no, name: title, short_name: String(title).split(' ')[0], display_name: title, type: 'works' },
        ...{ status: open ? 'active' : 'deleted', domain: ['harrow-steel.test'], legacy_id: null, sf_id: `org-${no}` },
      }));
    case 'user':
      return listOf(stored.people, ({ no, first, last, mail, org, phone }) => ({
        ...{ id: no, sf_id: null, fname: first, lname: last, email: mail, client_id: org, user_type: 'normal', phone },
      }));
    case 'brief-client':
      return listOf(stored.links, ({ no, org, magazine }) => ({
        id: no,
        client_id: org,
        brief_id: magazine,
        status: 'active',
      }));
    case 'preference':
      return { data: [{ id: 88, name: 'Desk notes', slug: 'desk-notes' }] };
    case 'user-preference':
      return listOf(stored.settings, ({ no, mail, kind, value }) => ({
        ...{ id: no, user_email: mail, preference_id: kind, preference_value: value },
      }));
    case 'brief-entitlement': {
      const slug = query.get('brief_slug');
      const all = stored.grants.filter((row) => (mail ? row.mail === mail : row.slug === slug)).map(grant);
      const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('size') ?? 24)];
      return { data: all.slice((page - 1) * size, page * size), total: all.length };
    }
    case 'application-entitled-brief': {
      const active = (slug: unknown) => stored.magazines.some((one) => one.slug === slug && one.stopped !== true);
      const data = stored.grants.filter((row) => row.mail === mail && active(row.slug)).map(grant);
      return { data, total: data.length };
    }
    default:
      return undefined;
  }
}

function ofReader(stored: OtherBackend['stored'], path: string, mail: string): object | undefined {
  const readable = stored.magazines.filter(({ slug, ref, stopped }) => {
    const { org } = stored.people.find((one) => one.mail === mail) as Row;
    const isGranted = stored.grants.some((row) => row.mail === mail && row.slug === slug);
    const isLinked = stored.links.some((row) => row.org === org && row.magazine === ref && org === 9107);
    return stopped !== true && (isGranted || isLinked);
  });
  const titleOf = (slug: unknown) => stored.magazines.find((one) => one.slug === slug)?.title;
  const [, kind, name, ...rest] = path.split('/v1/')[1]?.split('/') ?? [];
  const rootKind = path.split('/v1/')[1]?.split('/')[0];
  if (rootKind === 'bookmark') {
    const marks = kind === 'brief' ? stored.marks.filter((row) => row.mail === mail) : [];
    const data = marks.map(({ gid }) => {
      const issue = stored.issues.find((one) => one.gid === gid) as Row;
      return { name: titleOf(issue.magazine), slug: issue.magazine, gid, date: 'May 2, 2031', bookmarked: true };
    });
    return { data };
  }
  if (kind === undefined) return { data: readable.map(({ slug, title }) => ({ slug, name: title, tone: 'dry' })) };
  const issues = stored.issues.filter(
    ({ magazine }) => magazine === kind && readable.some(({ slug }) => slug === kind),
  );
  const gid = name === undefined ? issues.at(-1)?.gid : [name, ...rest].join('/');
  const issue = issues.find((one) => one.gid === gid);
  if (issue === undefined) return undefined;
  const article = (issue.stories as Row[]).map((story) => ({
    ...{
      gid: story.gid,
      category: '',
      title: story.title,
      source: [{ name: 'Quarry Gazette', link: 'https://gazette.test/furnace' }],
      snippet: story.html,
      liked: true,
      bookmarked: false,
    },
  }));
  const picker = issues.map((one) => ({ date: one.day, gid: one.gid }));
  return {
    data: { name: titleOf(kind), slug: kind, gid, date_option: { picker, slider: [] }, article, bookmarked: false },
  };
}
