import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { OpenApiDocument } from 'briefs-mock';

/** A request as it was sent. */
export interface DocumentedRequest {
  readonly method: string;
  /** Relative to the base URL, with the query. */
  readonly path: string;
  readonly headers?: Headers;
  /** The parsed body; undefined without a body, or if it is not JSON. */
  readonly json?: unknown;
}

/** An answer with its whole body. */
export interface DocumentedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Parameter {
  readonly $ref?: string;
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly schema: { readonly type: string };
}
interface Response {
  readonly headers: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content: Readonly<Record<string, unknown>>;
}
interface Operation {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean };
  readonly responses: Readonly<Record<string, unknown>>;
}
interface Unrouted {
  readonly prefixes: readonly string[];
  readonly responses: Readonly<Record<string, unknown>>;
}

/** Headers that servers and browsers add themselves or use for CORS. */
const TRANSPORT =
  /^(connection|content-length|content-type|date|keep-alive|transfer-encoding|vary|access-control-[a-z-]+)$/;

/**
 * Checks requests and answers against an OpenAPI document, independently of the schemas that the document was generated
 * from. Each schema is compiled when it is first used.
 */
export class OpenApiValidator {
  readonly #document: OpenApiDocument;
  // The linter checks the schemas themselves. Optimizing is not worth it for a few answers per schema.
  readonly #ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    validateSchema: false,
    meta: false,
    code: { optimize: false },
  });
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #templates: { readonly template: string; readonly pattern: RegExp; readonly names: readonly string[] }[];

  constructor(document: OpenApiDocument) {
    this.#document = document;
    ajvFormats.default(this.#ajv);
    // The whole document is added as a schema, so its top-level fields must be known as keywords.
    // `example` is a keyword of OpenAPI, which Postman reads.
    this.#ajv.addVocabulary([...Object.keys(document), 'example']);
    this.#ajv.addSchema(document, 'document', undefined, false);
    // Paths with fewer parameters are matched first.
    this.#templates = Object.keys(document.paths)
      .map((template) => ({
        template,
        pattern: new RegExp(`^${template.replace(/\./g, '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`),
        names: [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
      }))
      .sort((a, b) => a.names.length - b.names.length);
  }

  /** The differences between an answer and the document; empty if there are none. */
  answerProblems({ method, path }: DocumentedRequest, { status, headers, text }: DocumentedAnswer): string[] {
    // The document does not describe preflights.
    if (method === 'OPTIONS' && status === 204) return text === '' ? [] : ['a preflight has a body'];
    const found = this.#find(method, path);
    const { pointer, responses } = found ?? this.#unrouted(plain(path));
    const declared = responses[status];
    if (declared === undefined) return [`status ${status} is not among ${Object.keys(responses).join(', ')}`];
    const { at, value } = this.#resolve<Response>(`${pointer}/responses/${status}`, declared);
    return [...this.#headerProblems(at, value, headers), ...this.#contentProblems(at, value, method, headers, text)];
  }

  /** The differences between a request and the document; empty if there are none. */
  requestProblems({ method, path, headers = new Headers(), json }: DocumentedRequest): string[] {
    const found = this.#find(method, path);
    if (found === undefined) return ['no operation takes it'];
    const { pointer, operation, values } = found;
    const query = new URLSearchParams(path.split('?')[1]);
    const problems = operation.parameters.flatMap((declared, i) => {
      const { at, value: parameter } = this.#resolve<Parameter>(`${pointer}/parameters/${i}`, declared);
      const { name } = parameter;
      const sent = { path: values[name], query: query.get(name), header: headers.get(name) }[parameter.in] ?? undefined;
      if (sent === undefined) return parameter.required ? [`the ${parameter.in} parameter ${name} is missing`] : [];
      return this.#schemaProblems(`${at}/schema`, parameter.schema.type === 'integer' ? Number(sent) : sent, name);
    });
    if (operation.requestBody === undefined) return problems;
    if (json === undefined) return operation.requestBody.required ? [...problems, 'the body is missing'] : problems;
    return [
      ...problems,
      ...this.#schemaProblems(`${pointer}/requestBody/content/application~1json/schema`, json, 'body'),
    ];
  }

  #find(method: string, path: string) {
    const route = plain(path);
    for (const { template, pattern, names } of this.#templates) {
      const match = pattern.exec(route);
      if (match === null) continue;
      const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
      const operation = this.#document.paths[template]?.[verb] as Operation | undefined;
      if (operation === undefined) continue;
      const values = Object.fromEntries(names.map((name, i) => [name, decode(match[i + 1] as string)]));
      const pointer = `#/paths/${pointerStep(template)}/${verb}`;
      return { pointer, operation, values, responses: operation.responses };
    }
    return undefined;
  }

  #unrouted(path: string): { pointer: string; responses: Readonly<Record<string, unknown>> } {
    const services = Object.entries(this.#document['x-unrouted'] as Record<string, Unrouted>);
    const below = (prefix: string) => prefix === '/' || path === prefix || path.startsWith(`${prefix}/`);
    const [name, { responses }] = services.find(([, { prefixes }]) => prefixes.some(below)) as [string, Unrouted];
    return { pointer: `#/x-unrouted/${name}`, responses };
  }

  #headerProblems(at: string, { headers: declared }: Response, headers: Headers): string[] {
    const names = Object.keys(declared);
    const unknown = [...headers.keys()].filter(
      (name) => !TRANSPORT.test(name) && !names.some((known) => known.toLowerCase() === name),
    );
    const problems = names.flatMap((name) => {
      const header = this.#resolve<{ required?: boolean }>(`${at}/headers/${name}`, declared[name]);
      const value = headers.get(name);
      if (value === null) return header.value.required ? [`the header ${name} is missing`] : [];
      return this.#schemaProblems(`${header.at}/schema`, value, name);
    });
    return [...unknown.map((name) => `the header ${name} is not declared`), ...problems];
  }

  #contentProblems(at: string, { content }: Response, method: string, headers: Headers, text: string): string[] {
    const type = headers.get('content-type') ?? 'none';
    if (content[type] === undefined) return [`content type ${type} is not among ${Object.keys(content).join(', ')}`];
    if (method === 'HEAD') return text === '' ? [] : ['a HEAD has a body'];
    return this.#schemaProblems(`${at}/content/${pointerStep(type)}/schema`, JSON.parse(text), 'body');
  }

  #schemaProblems(pointer: string, value: unknown, name: string): string[] {
    const validate = this.#compiled.get(pointer) ?? this.#ajv.compile({ $ref: `document${pointer}` });
    this.#compiled.set(pointer, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      return `${name}${instancePath} ${message} ${JSON.stringify(params)}`;
    });
  }

  /** Resolves a part of the document that may be a `$ref`. */
  #resolve<Part>(pointer: string, part: unknown): { at: string; value: Part } {
    const { $ref } = part as { $ref?: string };
    if ($ref === undefined) return { at: pointer, value: part as Part };
    const steps = $ref.slice(2).split('/');
    const value = steps.reduce((from, step) => (from as Record<string, unknown>)[step], this.#document as unknown);
    return { at: $ref, value: value as Part };
  }
}

/** The path that routes are matched with: without the query, the prefix of a session and a trailing slash (X18). */
function plain(path: string): string {
  const [whole = ''] = path.split('?');
  const decoded = whole.replace(/%5F/gi, '_');
  return decoded.replace(/^\/__mock\/s\/[^/]+(?=\/)/, '').replace(/(?<=.)\/$/, '');
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Escapes a key for a JSON pointer in a URL. */
function pointerStep(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}
