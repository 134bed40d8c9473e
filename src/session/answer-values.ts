import { getOrInsert } from '../foundation/get-or-insert.js';
import { isIdName, isNumber, isOfPerson, type Read, reportedRead } from './reported-read.js';
import type { Chain, ReadsPerItem } from './request-report-schema.js';

/** The least number of reads that are one for each element, and of requests in a chain. */
const LEAST = 3;

/** A longer text is not an id. */
const LENGTH_LIMIT = 200;

/** The values of an answer: whether each is an element of a list, or in one. */
type AnswerValues = ReadonlyMap<string, boolean>;

/** Reads of one route whose parameters came from one list. */
export function readsPerItemOf(reads: readonly Read[]): ReadsPerItem[] {
  const valuesOf = answerReader();
  const groups = new Map<string, { name: string; reads: Map<string, Read[]> }>();
  for (const read of reads) {
    for (const { name, value } of read.parameters) {
      const key = JSON.stringify([read.route, read.email, name]);
      const group = getOrInsert(groups, key, () => ({ name, reads: new Map<string, Read[]>() }));
      getOrInsert(group.reads, value, () => []).push(read);
    }
  }
  const found = [...groups.values()].flatMap((group) => perItemIn(group, reads, valuesOf));
  // If a route has several parameters, those that most reads differ in.
  found.sort((one, other) => other.count - one.count);
  const counted = new Set<number>();
  return found.filter(({ entries }) => {
    const isNew = entries.some((entry) => !counted.has(entry));
    for (const entry of entries) counted.add(entry);
    return isNew;
  });
}

/** The lists that at least three values of a parameter came from: the list with most of them first. */
function perItemIn(
  { name, reads }: { name: string; reads: Map<string, Read[]> },
  all: readonly Read[],
  valuesOf: (read: Read) => AnswerValues,
): ReadsPerItem[] {
  const found: ReadsPerItem[] = [];
  const left = new Map(reads);
  while (left.size >= LEAST) {
    const [first] = [...left.values()] as [Read[]];
    const sources = all
      .filter((one) => isOfPerson(one, (first as [Read])[0]))
      .map((source) => ({
        source,
        values: [...left].filter(
          ([value, [read]]) => (read as Read).entry > source.entry && valuesOf(source).get(value),
        ),
      }));
    const best = sources.reduce((one, other) => (other.values.length > one.values.length ? other : one));
    if (best.values.length < LEAST) break;
    const of = best.values.flatMap(([, same]) => same);
    const [{ route, email }] = of as [Read];
    const entries = of.map(({ entry }) => entry).sort((one, other) => one - other);
    found.push({
      route,
      email,
      parameter: name,
      count: best.values.length,
      source: reportedRead(best.source),
      entries,
    });
    for (const [value] of best.values) left.delete(value);
  }
  return found;
}

interface ChainLink {
  readonly read: Read;
  readonly before: ChainLink | undefined;
  /** What it waited for. */
  readonly value: string | undefined;
  readonly length: number;
}

/** Reads that had to wait for each other: the longest through the same routes. */
export function chainsOf(reads: readonly Read[]): Chain[] {
  const valuesOf = answerReader();
  const links: ChainLink[] = [];
  const sent = new SentValues();
  for (const read of reads) {
    let longest: ChainLink = { read, before: undefined, value: undefined, length: 1 };
    for (const { value } of read.parameters) {
      if (sent.has(value, read.email)) continue;
      const before = links.find((link) => isOfPerson(link.read, read) && valuesOf(link.read).has(value));
      if (before !== undefined && before.length >= longest.length) {
        longest = { read, before, value, length: before.length + 1 };
      }
    }
    links.push(longest);
    sent.add(read);
  }
  return grouped(links);
}

/** The values that an application has sent: what it knew before it got an answer. */
class SentValues {
  readonly #values = new Map<string | null, Set<string>>();

  add({ email, parameters }: Read): void {
    const values = getOrInsert(this.#values, email, () => new Set(email === null ? [] : [email]));
    for (const { value } of parameters) values.add(value);
  }

  has(value: string, email: string | null): boolean {
    if (value === email) return true;
    const persons = email === null ? [...this.#values.keys()] : [email, null];
    return persons.some((person) => this.#values.get(person)?.has(value));
  }
}

function grouped(links: readonly ChainLink[]): Chain[] {
  const inner = new Set(links.map(({ before }) => before));
  const byRoutes = new Map<string, { count: number; requests: Chain['requests'] }>();
  for (const link of links) {
    if (link.length < LEAST || inner.has(link)) continue;
    const requests = requestsOf(link);
    const routes = JSON.stringify(requests.map(({ route }) => route));
    getOrInsert(byRoutes, routes, () => ({ count: 0, requests })).count++;
  }
  return [...byRoutes.values()].sort((one, other) => other.requests.length - one.requests.length);
}

function requestsOf({ read, before, value }: ChainLink): Chain['requests'] {
  const earlier = before === undefined ? [] : requestsOf(before);
  return [...earlier, { ...reportedRead(read), ...(value !== undefined && { waited_for: value }) }];
}

/** Reads the values of answers, each answer once. */
function answerReader(): (read: Read) => AnswerValues {
  const known = new Map<string, AnswerValues>();
  return ({ logged, text }) => {
    if (logged.exchange.status !== 200) return new Map();
    return getOrInsert(known, text, () => valuesIn(text));
  };
}

function valuesIn(text: string): AnswerValues {
  const values = new Map<string, boolean>();
  const add = (value: unknown, name: string, isListed: boolean): void => {
    if (Array.isArray(value)) for (const one of value) add(one, name, true);
    else if (typeof value === 'object' && value !== null) {
      for (const [field, one] of Object.entries(value)) add(one, field, isListed);
    } else if (typeof value === 'string' ? value.length <= LENGTH_LIMIT : typeof value === 'number') {
      const id = String(value);
      if (!isNumber(id) || isIdName(name)) values.set(id, isListed || values.get(id) === true);
    }
  };
  try {
    add(JSON.parse(text), '', false);
  } catch {
    // Not JSON, or recorded as a hash.
  }
  return values;
}
