import { malformed } from '../../../src/foundation/mock-error.js';

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

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Only the mock has sessions. */
const OWN_HEADER = 'x-mock-session';

/** Schemas that contain themselves are followed to this depth. */
const DEPTH = 12;

/**
 * The operations of a document by method and path, in which parameters have no names.
 * @throws MockError `malformed_data` for anything but an OpenAPI document of version 3
 */
export function operationsOf(document: Part): Map<string, DocumentOperation> {
  if (typeof document?.openapi !== 'string' || !document.openapi.startsWith('3.') || !document.paths) {
    const found =
      document?.swagger === undefined ? 'it is not an OpenAPI document' : `it has version ${document.swagger}`;
    throw malformed(`${found}; documents of OpenAPI 3.0 and 3.1 can be compared`);
  }
  const reader = new DocumentReader(document);
  const operations = Object.entries<Part>(document.paths).flatMap(([path, given]) => {
    const item = reader.resolved(given) ?? {};
    return METHODS.filter((method) => item[method] !== undefined).map((method) => reader.operation(method, path, item));
  });
  return new Map(operations.map((operation) => [keyOf(operation), operation]));
}

/** Such as `GET /user-data/v1/client/{}`. */
function keyOf({ method, path }: DocumentOperation): string {
  return `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}').replace(/(?<=.)\/$/, '')}`;
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

  operation(method: string, path: string, item: Part): DocumentOperation {
    const { summary = '', parameters = [], requestBody, responses = {} } = item[method];
    const body = this.resolved(requestBody);
    const statuses = Object.keys(responses);
    const success = statuses.find((status) => /^2/.test(status));
    const answer = success === undefined ? undefined : jsonOf(this.resolved(responses[success])?.content);
    return {
      method: method.toUpperCase(),
      path: this.#base + path,
      summary,
      parameters: this.#parametersOf([...(item.parameters ?? []), ...parameters]),
      body: body && this.#fieldsOf(jsonOf(body.content)?.schema),
      statuses,
      success,
      answer: this.#fieldsOf(answer?.schema),
    };
  }

  /** Those of the path are known by their place in it. */
  #parametersOf(parameters: readonly Part[]): Map<string, DocumentField> {
    const found = parameters
      .map((one) => this.resolved(one))
      .filter((one) => ['query', 'header'].includes(one?.in) && String(one.name).toLowerCase() !== OWN_HEADER);
    return new Map(
      found.map(({ in: place, name, required = false, schema }) => {
        const field = this.#fieldsOf(schema).get('') ?? { types: [], values: undefined, format: undefined };
        const shown = place === 'header' ? String(name).toLowerCase() : name;
        return [`${place}.${shown}`, { ...field, required }];
      }),
    );
  }

  #fieldsOf(schema: Part): Map<string, DocumentField> {
    const fields = new Map<string, DocumentField>();
    if (schema !== undefined) this.#add(schema, '', true, fields, 0);
    return fields;
  }

  #add(given: Part, path: string, required: boolean, fields: Map<string, DocumentField>, depth: number): void {
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
    if (depth === DEPTH) return;
    const objects = alternatives.filter(({ properties }) => properties !== undefined);
    const names = new Set(objects.flatMap(({ properties }) => Object.keys(properties)));
    for (const name of names) {
      const having = objects.filter(({ properties }) => name in properties);
      const isRequired = objects.every(({ required: list = [] }) => list.includes(name));
      const field = path === '' ? name : `${path}.${name}`;
      for (const one of having) this.#add(one.properties[name], field, isRequired, fields, depth + 1);
    }
    for (const { items } of alternatives) {
      if (items !== undefined) this.#add(items, `${path}[]`, true, fields, depth + 1);
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
      const names = $ref.replace(/^#\//, '').split('/');
      const target = names.reduce(
        (at: Part, name: string) => at?.[name.replaceAll('~1', '/').replaceAll('~0', '~')],
        this.#document,
      );
      found = target && { ...target, ...beside };
    }
    return found;
  }
}

/** Schemas that apply together, as one. */
function merged(parts: readonly Part[]): Part {
  if (parts.length === 1) return parts[0];
  const whole = Object.assign({}, ...parts);
  const properties = Object.assign({}, ...parts.map((one) => one.properties));
  if (Object.keys(properties).length > 0) whole.properties = properties;
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
