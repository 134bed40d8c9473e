import { malformed } from '../../../src/foundation/mock-error.js';
import { apiPath } from '../api-routes.js';

/** A part of an OpenAPI document, of version 3.0 or 3.1. */
// biome-ignore lint/suspicious/noExplicitAny: documents of others can have anything anywhere.
export type Part = any;

/** What is compared of a value. */
export interface DocumentField {
  /** Such as `string`, sorted. Empty if the document allows anything. */
  readonly types: readonly string[];
  readonly required: boolean;
  /** The allowed values, as JSON, sorted. */
  readonly values: readonly string[] | undefined;
  readonly format: string | undefined;
}

/** An operation of a document. */
export interface DocumentOperation {
  readonly method: string;
  /** With the names of its parameters. */
  readonly path: string;
  readonly summary: string;
  /** By place and name, such as `query.limit`. */
  readonly parameters: ReadonlyMap<string, DocumentField>;
  /** The fields of the body, by place; undefined without a body. */
  readonly body: ReadonlyMap<string, DocumentField> | undefined;
  readonly statuses: readonly string[];
  /** The first successful status, and the fields of its answer. */
  readonly success: string | undefined;
  readonly answer: ReadonlyMap<string, DocumentField>;
}

/** The places whose fields are read. Undefined stands for all places. */
type ReadPlaces = ReadonlyMap<string, DocumentField> | undefined;

/** A schema alone, without its fields. */
const NO_PLACES: ReadPlaces = new Map();

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Only the mock has sessions. */
const OWN_HEADER = 'x-mock-session';

/** Schemas that contain themselves are followed to this depth. */
const DEPTH = 12;

/**
 * The operations of the three APIs in a document by method and path, in which parameters have no names. With those of another
 * document, the fields are only those that can be compared: schemas that contain each other have too many.
 * @throws MockError `malformed_data` for anything but an OpenAPI document of version 3, or for a reference that leads nowhere
 */
export function operationsOf(
  document: Part,
  others?: ReadonlyMap<string, DocumentOperation>,
): Map<string, DocumentOperation> {
  // In YAML without quotes, 3.0 is the number 3.
  if (!/^3(\.|$)/.test(String(document?.openapi)) || !document.paths) {
    const found =
      document?.swagger === undefined ? 'it is not an OpenAPI document' : `it has version ${document.swagger}`;
    throw malformed(`${found}; documents of OpenAPI 3.0 and 3.1 can be compared`);
  }
  const reader = new DocumentReader(document);
  const operations = Object.entries<Part>(document.paths).flatMap(([path, given]) => {
    const own = reader.pathOf(path);
    // References in other paths may lead anywhere.
    if (own === undefined) return [];
    const item = reader.resolved(given) ?? {};
    return METHODS.filter((method) => item[method] !== undefined).map((method): [string, DocumentOperation] => {
      const address = { method: method.toUpperCase(), path: own };
      const key = keyOf(address);
      return [key, { ...address, ...reader.operation(item, method, others && (others.get(key) ?? nothing)) }];
    });
  });
  return new Map(operations);
}

/** What an operation that the other document does not have is compared with. */
const nothing: Pick<DocumentOperation, 'body' | 'answer'> = { body: NO_PLACES, answer: NO_PLACES };

/** Such as `GET /user-data/v1/client/{}`. */
function keyOf({ method, path }: Pick<DocumentOperation, 'method' | 'path'>): string {
  return `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;
}

class DocumentReader {
  readonly #document: Part;
  readonly #base: string;

  constructor(document: Part) {
    this.#document = document;
    const [server] = document.servers ?? [];
    const url = String(server?.url ?? '/').replace(
      /\{([^}]*)\}/g,
      (_, name) => server?.variables?.[name]?.default ?? name,
    );
    this.#base = URL.canParse(url, 'http://localhost')
      ? new URL(url, 'http://localhost').pathname.replace(/\/+$/, '')
      : '';
  }

  /** The path from the name of the API on; undefined for the path of no API. */
  pathOf(path: string): string | undefined {
    // The paths of other methods have a version, by which they are known.
    return apiPath('GET', this.#base + path)?.path;
  }

  operation(
    item: Part,
    method: string,
    other?: Pick<DocumentOperation, 'body' | 'answer'>,
  ): Omit<DocumentOperation, 'method' | 'path'> {
    const { summary = '', parameters = [], requestBody, responses = {} } = item[method];
    const body = this.resolved(requestBody);
    const statuses = Object.keys(responses);
    const success = statuses.find((status) => /^2/.test(status)) ?? statuses.find((status) => status === 'default');
    const answer = success === undefined ? undefined : jsonOf(this.resolved(responses[success])?.content);
    return {
      summary,
      parameters: this.#parametersOf([...(item.parameters ?? []), ...parameters]),
      body: body && this.#fieldsOf(jsonOf(body.content)?.schema, other && (other.body ?? NO_PLACES)),
      statuses,
      success,
      answer: this.#fieldsOf(answer?.schema, other?.answer),
    };
  }

  /** Those of the path are known by their place in it. */
  #parametersOf(parameters: readonly Part[]): Map<string, DocumentField> {
    const found = parameters
      .map((one) => this.resolved(one))
      .filter((one) => ['query', 'header'].includes(one?.in) && String(one.name).toLowerCase() !== OWN_HEADER);
    return new Map(
      found.map(({ in: place, name, required = false, schema, content }) => {
        const field = this.#fieldsOf(schema ?? jsonOf(content)?.schema, NO_PLACES).get('') ?? {
          types: [],
          values: undefined,
          format: undefined,
        };
        const shown = place === 'header' ? String(name).toLowerCase() : name;
        return [`${place}.${shown}`, { ...field, required }];
      }),
    );
  }

  #fieldsOf(schema: Part, places: ReadPlaces): Map<string, DocumentField> {
    const fields = new Map<string, DocumentField>();
    if (schema !== undefined) this.#add(schema, '', true, fields, places, 0);
    return fields;
  }

  #add(
    given: Part,
    path: string,
    required: boolean,
    fields: Map<string, DocumentField>,
    places: ReadPlaces,
    depth: number,
  ): void {
    const alternatives = this.#alternativesOf(given, 0);
    const types = new Set<string>(alternatives.flatMap(typesOf));
    const values = alternatives.map(
      ({ enum: allowed, const: only }) => allowed ?? (only === undefined ? undefined : [only]),
    );
    const isEnum =
      values.some((one) => one !== undefined) &&
      alternatives.every((one, i) => values[i] !== undefined || one.type === 'null');
    const format = alternatives.find((one) => one.format !== undefined)?.format;
    const known = fields.get(path);
    // Whether null is allowed is a matter of the types.
    const listed = values.flatMap((one) => one ?? []).filter((one) => one !== null);
    fields.set(path, {
      types: [...new Set([...(known?.types ?? []), ...types])].sort(),
      required: required && known?.required !== false,
      values: isEnum && listed.length > 0 ? [...new Set(listed.map((one) => JSON.stringify(one)))].sort() : undefined,
      format,
    });
    if (depth === DEPTH || places?.has(path) === false) return;
    const objects = alternatives.filter(({ properties }) => properties !== undefined);
    const names = new Set(objects.flatMap(({ properties }) => Object.keys(properties)));
    for (const name of names) {
      const having = objects.filter(({ properties }) => name in properties);
      const isRequired = objects.every(({ required: list = [] }) => list.includes(name));
      const field = path === '' ? name : `${path}.${name}`;
      for (const one of having) this.#add(one.properties[name], field, isRequired, fields, places, depth + 1);
    }
    for (const { items } of alternatives) {
      if (items !== undefined) this.#add(items, `${path}[]`, true, fields, places, depth + 1);
    }
  }

  /** The schemas that a value can have. Those that apply together are one. */
  #alternativesOf(given: Part, depth: number): Part[] {
    const schema = this.resolved(given);
    if (typeof schema !== 'object' || schema === null || depth > DEPTH) return [];
    const { allOf = [], anyOf, oneOf, ...rest } = schema;
    const alternativesIn = (parts: readonly Part[]) => parts.flatMap((one) => this.#alternativesOf(one, depth + 1));
    const base = merged([...alternativesIn(allOf), rest]);
    const choices = anyOf ?? oneOf;
    return choices === undefined ? [base] : alternativesIn(choices).map((one) => merged([base, one]));
  }

  resolved(part: Part): Part {
    let found = part;
    for (let i = 0; i < DEPTH && typeof found?.$ref === 'string'; i++) {
      const { $ref, ...beside } = found;
      const [file, ...names] = $ref.split('/');
      const target = names.reduce(
        (at: Part, name: string) => at?.[decoded(name).replaceAll('~1', '/').replaceAll('~0', '~')],
        file === '#' ? this.#document : undefined,
      );
      if (target === undefined) {
        throw malformed(`the document refers to ${$ref}, which is not in it; bundle it into one file first`);
      }
      found = { ...target, ...beside };
    }
    return found;
  }
}

/** References are parts of URLs. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Schemas that apply together, as one. */
function merged(parts: readonly Part[]): Part {
  if (parts.length === 1) return parts[0];
  const whole = Object.assign({}, ...parts);
  const properties = new Map<string, Part[]>();
  for (const [name, one] of parts.flatMap((part) => Object.entries<Part>(part.properties ?? {}))) {
    properties.set(name, [...(properties.get(name) ?? []), one]);
  }
  if (properties.size > 0) {
    const together = Array.from(properties, ([name, all]) => [name, all.length === 1 ? all[0] : { allOf: all }]);
    whole.properties = Object.fromEntries(together);
  }
  whole.required = parts.flatMap((one) => one.required ?? []);
  return whole;
}

function jsonOf(content: Part): Part {
  if (content === undefined) return undefined;
  const types = Object.keys(content);
  const type =
    types.find((name) => /^application\/json\b/i.test(name)) ?? types.find((name) => /\bjson\b|\*\/\*/.test(name));
  return type === undefined ? undefined : content[type];
}

function typesOf(schema: Part): string[] {
  const { type, nullable, properties, items, enum: values, const: only } = schema;
  const implied = properties
    ? ['object']
    : items
      ? ['array']
      : (values ?? (only === undefined ? [] : [only])).map(typeOf);
  return [...(type === undefined ? implied : [type].flat()), ...(nullable ? ['null'] : [])];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
