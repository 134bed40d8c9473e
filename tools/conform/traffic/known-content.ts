import { parseJson } from '../../../src/foundation/parse-json.js';
import { HIDDEN } from '../../../src/foundation/secrets.js';
import { monthDayAndYear } from '../../../src/services/public-api/dates.js';
import { isSuccess } from '../api.js';
import type { ApiRequest } from '../api-routes.js';
import type { Json } from '../case.js';
import { type Exchange, requestName } from './exchange.js';
import type { Deviation, Verdict } from './judgement.js';
import { bookmarkKey } from './lists.js';

/** What an answer says about a document. */
interface Dated {
  /** The slug of the brief and the gid. */
  readonly document: string;
  /** Such as `March 4, 2026`. */
  readonly date: string;
  readonly path: string;
}

/**
 * The documents and bookmarks of one server, as far as the answers of the brief and bookmark API have shown them: a document has the
 * same date everywhere, and the bookmark that was added last is the first of its list (P11).
 */
export class KnownContent {
  readonly #dates = new Map<string, { readonly date: string; readonly by: string }>();
  /** The bookmarks of each reader, of documents and of articles, the latest first. */
  readonly #bookmarks = new Map<string, readonly string[]>();

  /** Compares an answer, and then learns from it. Undefined if it contains nothing of the kind. */
  compare(exchange: Exchange, { path, route }: ApiRequest): Verdict | undefined {
    const { method, status, body, isCached } = exchange;
    if (method !== 'GET') {
      this.#write(exchange, path);
      return undefined;
    }
    if (status !== 200 || route === undefined || isCached || body === undefined) return undefined;
    const { data }: Json = parseJson(body) ?? {};
    const dated = datesIn(data);
    const dates = dated.flatMap((one) => this.#dateProblems(one, requestName(exchange, path)));
    const list = listOf(route.path);
    if (list === undefined) return dated.length === 0 ? undefined : { isConclusive: true, problems: dates };
    const order = Array.isArray(data) ? this.#orderProblems(exchange, list, data) : [];
    return { isConclusive: true, problems: [...dates, ...order] };
  }

  #dateProblems({ document, date, path }: Dated, by: string): Deviation[] {
    const known = this.#dates.get(document);
    if (known === undefined) this.#dates.set(document, { date, by });
    if (known === undefined || known.date === date) return [];
    const detail = `, but is ${date}; it was ${known.date} in ${known.by}`;
    return [{ path, rule: 'must be the date that the document has elsewhere', detail }];
  }

  #orderProblems({ token, isConcurrent }: Exchange, list: List, data: readonly Json[]): Deviation[] {
    const reader = readerOf(token, list);
    if (reader === undefined) return [];
    const shown = data.filter((item) => typeof item?.gid === 'string').map(bookmarkKey);
    const known = this.#bookmarks.get(reader);
    if (isConcurrent) this.#bookmarks.delete(reader);
    else this.#bookmarks.set(reader, [...new Set(shown)]);
    const places = (known ?? []).map((key) => shown.indexOf(key)).filter((place) => place !== -1);
    const wrong = places.find((place, i) => place < (places[i - 1] ?? -1));
    if (wrong === undefined || isConcurrent) return [];
    const detail = `; ${shown[wrong]} was bookmarked before those after it`;
    return [{ path: `data[${wrong}]`, rule: 'must be in order, the latest bookmark first', detail }];
  }

  #write({ method, status, token, isConcurrent }: Exchange, path: string): void {
    const [, , , first, ...rest] = path.split('/');
    if (first !== 'bookmark') return;
    const reader = readerOf(token, rest.length > 2 ? 'article' : 'brief');
    if (reader === undefined) return;
    // Before the list was shown, a bookmark that is added may be there already, and then keeps its place.
    const known = this.#bookmarks.get(reader);
    if (known === undefined) return;
    const key = rest.map(decoded).join('/');
    if (isConcurrent || status === 0 || status >= 500) this.#bookmarks.delete(reader);
    else if (!isSuccess({ status })) return;
    else if (method === 'DELETE')
      this.#bookmarks.set(
        reader,
        known.filter((one) => one !== key),
      );
    // Adding a bookmark that is there already may or may not move it.
    else if (known.includes(key)) this.#bookmarks.delete(reader);
    else this.#bookmarks.set(reader, [key, ...known]);
  }
}

type List = 'brief' | 'article';

function listOf(path: string): List | undefined {
  if (path === '/public-api/v1/bookmark/brief') return 'brief';
  return path === '/public-api/v1/bookmark/article' ? 'article' : undefined;
}

/** Undefined if the recording does not say who sent a request. */
function readerOf(token: string | undefined, list: List): string | undefined {
  return token === undefined || token.includes(HIDDEN) ? undefined : `${list} ${token}`;
}

/** The dates in a document, and in a list of bookmarks. */
function datesIn(data: Json): Dated[] {
  if (Array.isArray(data)) {
    return data.flatMap((item, i) => {
      const isArticle = item?.brief != null;
      const { slug, gid, date } = (isArticle ? item.brief : item) ?? {};
      const path = isArticle ? `data[${i}].brief.date` : `data[${i}].date`;
      return typeof date === 'string'
        ? [{ document: `${slug}/${gid}`, date: date.replace(/ 0(?=\d,)/, ' '), path }]
        : [];
    });
  }
  const picker: Json[] = Array.isArray(data?.date_option?.picker) ? data.date_option.picker : [];
  return picker.flatMap((entry, i) => {
    const { gid, date } = entry ?? {};
    return /^\d{4}-\d\d-\d\d$/.test(date)
      ? [{ document: `${data.slug}/${gid}`, date: monthDayAndYear(date), path: `data.date_option.picker[${i}].date` }]
      : [];
  });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
