import { distance } from 'fastest-levenshtein';
import * as z from 'zod/mini';
import { json, type ListSchema } from '../foundation/common-schemas.js';
import { formatText, formatValue } from '../foundation/format-value.js';
import { getOrInsert } from '../foundation/get-or-insert.js';
import { isObject } from '../foundation/is-object.js';
import { HIDDEN } from '../foundation/secrets.js';
import type { JournalEntry, RecordedRequest } from './journal-entry.js';
import { matcherOf, requestFields } from './journal-filter.js';

const textList: ListSchema<z.ZodMiniString> = z.array(z.string());
const texts = z.union([z.string(), textList]);

const contentFields = {
  /** Query parameters that it has; a repeated one is an array. It may have others. */
  query: z.optional(z.record(z.string(), texts)),
  /** Headers that it has, with case-insensitive names. It may have others. */
  headers: z.optional(z.record(z.string(), z.string())),
  /** JSON that its body has. Objects may have other keys. */
  body: z.optional(json),
};

export const requestPattern = z.strictObject({ ...requestFields, ...contentFields });

/** A request as it is expected. Query, headers and body may have other fields in addition. */
export type RequestPattern = z.output<typeof requestPattern>;

/** A request and its entry, which is created when it is needed. */
export type Candidate = RecordedRequest & { readonly entry: JournalEntry };

/** A difference. Only a few are shown, so that it is written when it is needed. */
export interface RequestDifference {
  /** The number of expected values that it is about; one more if the request has nothing in their place. */
  readonly size: number;
  readonly write: () => string;
}

const FIELDS = ['path', 'method', 'status', 'email'] as const;

/** Compares an expected request with many. */
export class RequestComparison {
  readonly #wanted: RequestPattern;
  readonly #matches: Readonly<Record<(typeof FIELDS)[number], (request: RecordedRequest) => boolean>>;
  /** With names in lower case. */
  readonly #headers: Readonly<Record<string, string>> | undefined;
  /** The names of what is expected in a value, which are read for each request. */
  readonly #names = new Map<object, readonly string[]>();

  constructor(wanted: RequestPattern) {
    const { path, method, status, email, headers } = wanted;
    this.#wanted = wanted;
    this.#matches = {
      path: matcherOf({ path }),
      method: matcherOf({ method }),
      status: matcherOf({ status }),
      email: matcherOf({ email }),
    };
    this.#headers =
      headers && Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  }

  matches(request: Candidate): boolean {
    return FIELDS.every((name) => this.#matches[name](request)) && this.#ofContent(request).next().done === true;
  }

  *differences(request: Candidate): Generator<RequestDifference, void> {
    for (const name of FIELDS) {
      if (this.#matches[name](request)) continue;
      const write = () => `${name} is ${textOf(request.entry[name] ?? 'unknown')}, not ${textOf(this.#wanted[name])}`;
      yield { size: 1, write };
    }
    yield* this.#ofContent(request);
  }

  /** Another path or method is more different than any number of listed differences. */
  distance(request: Candidate): number {
    const { path } = this.#wanted;
    const ofMethod = this.#matches.method(request) ? 0 : 100;
    if (path === undefined || this.#matches.path(request)) return ofMethod;
    return ofMethod + 1000 + distance(path.slice(0, 256), request.logged.exchange.path.slice(0, 256));
  }

  *#ofContent(request: Candidate): Generator<RequestDifference, void> {
    const { query, body } = this.#wanted;
    const headers = this.#headers;
    if (query === undefined && headers === undefined && body === undefined) return;
    const { entry } = request;
    if (query !== undefined) yield* this.#ofPart(['query'], query, entry.query);
    if (headers === undefined && body === undefined) return;
    if (entry.request === undefined) {
      yield { size: missing([headers, body]), write: () => 'the journal does not have its headers and body' };
      return;
    }
    if (headers !== undefined) yield* this.#ofPart(['headers'], headers, entry.request.headers);
    if (body !== undefined) yield* this.#ofPart(['body'], body, entry.request.body);
  }

  /** How a value differs from an expected part of it. Arrays must have the same length. */
  *#ofPart(path: readonly string[], wanted: unknown, found: unknown): Generator<RequestDifference, void> {
    const where = () => path.join('.');
    if (found === undefined) {
      yield { size: missing(wanted), write: () => `${where()} is missing` };
    } else if (isObject(wanted) && isObject(found) && Array.isArray(wanted) === Array.isArray(found)) {
      if (Array.isArray(wanted) && Array.isArray(found) && wanted.length !== found.length) {
        const write = () => `${where()} has the length ${found.length}, not ${wanted.length}`;
        yield { size: countValues(wanted), write };
        return;
      }
      for (const name of this.#namesOf(wanted)) {
        const part = Object.hasOwn(found, name) ? found[name] : undefined;
        // Most parts are values, which need no generator of their own.
        if (part !== undefined && part === wanted[name] && !isObject(part)) continue;
        yield* this.#ofPart([...path, name], wanted[name], part);
      }
    } else if (found === HIDDEN && found !== wanted) {
      const write = () =>
        `${where()} is hidden in the journal; expect ${formatValue(HIDDEN)} to check that it was sent`;
      yield { size: 1, write };
    } else if (found !== wanted) {
      const isRepeated = path[0] === 'query' && Array.isArray(found);
      const hint = isRepeated ? '; expect all values of a repeated parameter, as an array' : '';
      const write = () => `${where()} is ${formatValue(found)}, not ${formatValue(wanted)}${hint}`;
      yield { size: countValues(wanted), write };
    }
  }

  #namesOf(wanted: object): readonly string[] {
    return getOrInsert(this.#names, wanted, () => Object.keys(wanted));
  }
}

/** The size of a difference of a request that has nothing of what is expected: it is less close than one that has other values. */
function missing(wanted: unknown): number {
  return 1 + countValues(wanted);
}

/** The number of values in a value, and itself. */
export function countValues(value: unknown): number {
  if (!isObject(value)) return 1;
  let count = 1;
  for (const part of Object.values(value)) count += countValues(part);
  return count;
}

function textOf(value: unknown): string {
  return formatText(String(value));
}
