import type { Mock, OpenApiDocument, Trace } from 'briefs-mock';
import * as fc from 'fast-check';
import type { Dice } from './fuzz-dice.js';
import type { Records, Related } from './fuzz-records.js';
import { type Schema, Values } from './fuzz-values.js';
import { notJson, oddHeaders, oddId, oddKey, oddQueryValue, oddValue } from './odd-values.js';

interface Parameter {
  readonly $ref?: string;
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}
interface Media {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
export interface FuzzOperation {
  /** For example `GET /user-data/v1/user/{id}`. */
  readonly name: string;
  readonly method: string;
  readonly template: string;
  readonly parameters: readonly Parameter[];
  readonly body: Media | undefined;
}

export interface FuzzRequest {
  readonly operation: FuzzOperation;
  /** The values that it was made of. */
  readonly related: Related;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

/** The operations of a document. */
export function operationsOf({ paths }: OpenApiDocument): FuzzOperation[] {
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).map(([verb, operation]) => {
      const { parameters, requestBody } = operation as {
        parameters: Parameter[];
        requestBody?: { content: { 'application/json': Media } };
      };
      const method = verb.toUpperCase();
      const body = requestBody?.content['application/json'];
      return { name: `${method} ${template}`, method, template, parameters, body };
    }),
  );
}

/** Whether an operation handles the whole state or document, which takes long. */
export function isLarge({ template }: FuzzOperation): boolean {
  return /^\/__mock\/(snapshot|restore|changes|reset|trace\/end|openapi\.json|openapi\/\{document\})$/.test(template);
}

const sampled = <Value>(arbitrary: fc.Arbitrary<Value>): readonly Value[] =>
  fc.sample(arbitrary, { seed: 1, numRuns: 500 });

/** What replaces or is added to a part of a valid request. */
const odd = {
  values: sampled(oddValue),
  keys: sampled(oddKey),
  bodies: sampled(notJson),
  segments: sampled(oddId),
  queryValues: sampled(oddQueryValue),
  headers: sampled(oddHeaders),
};

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Generates requests to the operations of a document that are valid, or have one fault or a few. */
export class Requests {
  readonly #operations: readonly FuzzOperation[];
  readonly #mocks: readonly Mock[];
  readonly #records: Records;
  readonly #dice: Dice;
  readonly #values: Values;
  #last: FuzzRequest | undefined;

  constructor(
    document: OpenApiDocument,
    operations: readonly FuzzOperation[],
    mocks: readonly Mock[],
    records: Records,
    dice: Dice,
  ) {
    this.#operations = operations;
    this.#mocks = mocks;
    this.#records = records;
    this.#dice = dice;
    this.#values = new Values(document, records, dice);
  }

  /** A request, often to an operation that is not among those tried, or to one that continues the last success. */
  next(tried: ReadonlySet<string>): FuzzRequest {
    const dice = this.#dice;
    const { operation, related } = (dice.chance(0.3) ? this.#continuation(tried) : undefined) ?? {
      operation: this.#operation(tried),
      related: { ...this.#records.relatedValues(dice), name_in_path: dice.pick(SESSIONS) },
    };
    return this.#withFaults(this.#valid(operation, related), dice.pick([0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 3]));
  }

  /** Remembers the values of a request that succeeded, and its answer. */
  learn(request: FuzzRequest, answer: unknown): void {
    this.#last = request;
    this.#records.learnAnswer(request.path, answer);
  }

  #operation(tried: ReadonlySet<string>): FuzzOperation {
    const dice = this.#dice;
    const pending = this.#operations.filter(({ name }) => !tried.has(name));
    // Rules are soon removed.
    const aboutRules = pending.filter(({ template }) => template.startsWith('/__mock/faults/'));
    if (aboutRules.length > 0 && dice.chance(0.2)) {
      const hasRules = this.#mocks.some(({ faults }) => faults.all().length > 0);
      return dice.pick(hasRules ? aboutRules : this.#operations.filter(({ name }) => name === 'POST /__mock/faults'));
    }
    if (pending.length > 0 && dice.chance(0.5)) return dice.pick(pending);
    let operation = dice.pick(this.#operations);
    while (isLarge(operation) && !dice.chance(0.03)) operation = dice.pick(this.#operations);
    return operation;
  }

  /** An operation on what the last success was about, such as deleting what was created. */
  #continuation(tried: ReadonlySet<string>): Pick<Draft, 'operation' | 'related'> | undefined {
    if (this.#last === undefined) return undefined;
    const { operation, related } = this.#last;
    const near = this.#operations.filter(
      (other) => other !== operation && !isLarge(other) && other.template.startsWith(operation.template),
    );
    const pending = near.filter(({ name }) => !tried.has(name));
    const from = pending.length > 0 ? pending : near;
    return from.length === 0 ? undefined : { operation: this.#dice.pick(from), related };
  }

  #valid(operation: FuzzOperation, related: Related): Draft {
    const dice = this.#dice;
    const table = dice.pick(this.#records.tables);
    // The example of the document, if the operation has one.
    const asDocumented = dice.chance(0.25);
    const examples = new Map(
      operation.parameters.map(({ name, example }) => [name, asDocumented ? example : undefined]),
    );
    const segments = operation.template.split('/').map((part) => {
      const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
      return name === undefined
        ? part
        : encodeURIComponent(String(examples.get(name) ?? this.#segment(operation, name, related, table)));
    });
    // Some operations reject most combinations of their optional parameters.
    const optional = dice.pick([0, 0.2, 0.5]);
    const query = operation.parameters.flatMap((parameter): [string, string][] => {
      if (parameter.in !== 'query' || !(parameter.required || dice.chance(optional))) return [];
      return [[parameter.name, encodeURIComponent(String(this.#values.of(parameter.schema, parameter.name, related)))]];
    });
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (operation.template.includes('user-brief')) headers['x-request-from'] = dice.pick(['portal', 'web']);
    const token = this.#token(related);
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    if (dice.chance(0.05)) headers['x-mock-session'] = dice.pick(SESSIONS);
    const example = asDocumented ? operation.body?.examples?.newsroom?.value : undefined;
    const body = example ?? (operation.body && this.#body(operation, operation.body, related, table));
    return { operation, related, method: operation.method, segments, query, headers, body: JSON.stringify(body) };
  }

  #segment(operation: FuzzOperation, name: string, related: Related, table: string): unknown {
    const dice = this.#dice;
    if (name === 'table') return table;
    if (name === 'key') return this.#records.value(`key of ${table}`, dice) ?? 1;
    if (name === 'document') return `${dice.pick(['public-api', 'user-data', 'user-preference', 'control'])}.json`;
    const schema = operation.parameters.find((parameter) => parameter.name === name)?.schema;
    if (schema?.enum !== undefined) return dice.pick(schema.enum);
    if (name === 'name' && !operation.template.includes('/fault-profiles/')) return related.name_in_path;
    if (name === 'name') return this.#mocks[0]?.faults.profiles[dice.below(2)]?.name;
    if (name === 'id') return this.#records.keyAt(operation.template, dice) ?? 1 + dice.below(5);
    return related[name] ?? this.#records.value(name, dice) ?? 1;
  }

  /** A token of the user whom the values are about. */
  #token({ email }: Related): string | undefined {
    try {
      return typeof email === 'string' ? this.#mocks.map((mock) => mock.tokenFor(email))[0] : undefined;
    } catch {
      // The user was deleted.
      return undefined;
    }
  }

  #body({ template, method }: FuzzOperation, media: Media, related: Related, table: string): unknown {
    const dice = this.#dice;
    const isWhole = template === '/__mock/restore' || (template === '/__mock/changes' && method === 'POST');
    if (isWhole) return this.#mocks[0]?.snapshot();
    if (template === '/__mock/trace/end') return this.#trace();
    if (template === '/__mock/reset') return dice.pick([{}, {}, { scenario: 'newsroom' }, { seed: dice.below(100) }]);
    if (template.startsWith('/__mock/data/')) return this.#columns(table);
    const example = media.examples?.newsroom?.value;
    if (example !== undefined && dice.chance(0.2)) return example;
    return this.#values.of(media.schema, '', related);
  }

  /** What happened first. */
  #trace(): Trace | undefined {
    const trace = this.#mocks[0]?.trace();
    return trace && { ...trace, entries: trace.entries.slice(0, 3) };
  }

  /** A record of a table without its key, or with some columns only. */
  #columns(table: string): unknown {
    const dice = this.#dice;
    const [key, ...columns] = Object.entries(this.#records.row(table, dice));
    const some = columns.map(([name, value]) => [name, this.#records.value(name, dice) ?? value]);
    const kept = dice.chance(0.5) ? some : some.filter(() => dice.chance(0.5));
    const fresh =
      key === undefined
        ? []
        : [[key[0], typeof key[1] === 'number' ? 1000 + dice.below(1000) : `k${dice.below(1000)}`]];
    return Object.fromEntries(dice.chance(0.5) ? [...fresh, ...kept] : kept);
  }

  #withFaults(valid: Draft, count: number): FuzzRequest {
    let draft = valid;
    for (let n = 0; n < count; n++) draft = this.#withFault(draft);
    const { operation, related, method, segments, query, headers, body } = draft;
    const search = query.length === 0 ? '' : `?${query.map((pair) => pair.join('=')).join('&')}`;
    // Requests of these methods cannot have a body.
    const bodiless = method === 'GET' || method === 'HEAD';
    return {
      operation,
      related,
      method,
      path: segments.join('/') + search,
      headers,
      body: bodiless ? undefined : body,
    };
  }

  #withFault(draft: Draft): Draft {
    const dice = this.#dice;
    const { operation, segments, query, headers, body } = draft;
    const parameters = operation.template.split('/').flatMap((part, i) => (part.startsWith('{') ? [i] : []));
    // Most requests without a route are the same to the mock.
    const isParameter = parameters.length > 0 && dice.chance(0.9);
    const at = isParameter ? dice.pick(parameters) : 1 + dice.below(segments.length - 1);
    switch (dice.below(operation.body === undefined ? 7 : 14)) {
      case 0:
        return { ...draft, method: dice.pick(METHODS) };
      case 1:
        return { ...draft, segments: segments.with(at, dice.pick(odd.segments)) };
      case 2:
        return { ...draft, segments: dice.chance(0.8) ? [...segments, ''] : segments.toSpliced(at, 0, '') };
      case 3:
        return {
          ...draft,
          query: [...query, [dice.pick(['page', 'email', '__proto__', '', 'a[b]']), dice.pick(odd.queryValues)]],
        };
      case 4: {
        const name = dice.pick(['size', ...operation.parameters.map((parameter) => parameter.name ?? '')]);
        return { ...draft, query: [...query, [name, dice.pick(odd.queryValues)], ...query] };
      }
      case 5:
        return { ...draft, headers: { ...headers, ...dice.pick(odd.headers) } };
      case 6:
        return {
          ...draft,
          headers: { ...headers, 'x-mock-session': dice.pick([...SESSIONS, '..', '', 'a b', '__proto__']) },
        };
      case 7:
        return { ...draft, body: dice.pick(odd.bodies) };
      case 8:
        return typeof body === 'string' ? { ...draft, body: body.slice(0, dice.below(body.length + 1)) } : draft;
      case 9:
        return { ...draft, body: dice.pick(odd.values) };
      default:
        return typeof body === 'string' ? { ...draft, body: this.#spoiled(body) } : draft;
    }
  }

  /** The JSON of a body in which one value is replaced or removed, or to which one is added. */
  #spoiled(text: string): string {
    const dice = this.#dice;
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      return text;
    }
    const place = this.#placeIn(json);
    if (place === undefined) return dice.pick(odd.values);
    const [parent, key] = place;
    const kind = dice.below(5);
    if (kind === 0) {
      delete parent[key];
      return JSON.stringify(json);
    }
    const name = kind === 1 ? dice.pick(odd.keys) : key;
    // Odd values are JSON texts, because some numbers and keys would not survive parsing.
    Object.defineProperty(parent, name, { value: MARK, enumerable: true, configurable: true, writable: true });
    return JSON.stringify(json).replace(`"${MARK}"`, () => dice.pick(odd.values));
  }

  /** A random place in a JSON value: a parent and a key of it. */
  #placeIn(json: unknown): [Record<string, unknown>, string] | undefined {
    const dice = this.#dice;
    let place: [Record<string, unknown>, string] | undefined;
    let value = json;
    while (typeof value === 'object' && value !== null) {
      const keys = Object.keys(value);
      if (keys.length === 0 || (place !== undefined && dice.chance(0.2))) break;
      const key = dice.pick(keys);
      place = [value as Record<string, unknown>, key];
      value = (value as Record<string, unknown>)[key];
    }
    return place;
  }
}

interface Draft {
  readonly operation: FuzzOperation;
  readonly related: Related;
  readonly method: string;
  readonly segments: readonly string[];
  /** Names and encoded values. */
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

/** The names of sessions and of named snapshots. */
const SESSIONS = ['fuzz-1', 'fuzz-2', 'fuzz-3'];
const MARK = '<odd value>';

/** The request as a command for a server on the default port. */
export function curlOf({ method, path, headers, body }: FuzzRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const fields = Object.entries(headers).map(
    ([name, value]) => ` -H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`,
  );
  const text = typeof body === 'string' ? body : body && Buffer.from(body).toString('latin1');
  const data = text === undefined ? '' : ` --data-binary ${quoted(text)}`;
  return `curl --path-as-is -X ${method} ${quoted(`http://127.0.0.1:4010${path}`)}${fields.join('')}${data}`;
}
