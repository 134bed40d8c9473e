/**
 * Creates OpenAPI documents from the definitions of routes. Loaded on demand.
 * @module
 */
import { createDocument, type ZodOpenApiPathItemObject } from 'zod-openapi';
import type { OpenApiDocument } from '../control/openapi-document.js';
import { formatValue } from '../foundation/format-value.js';
import { notFound } from '../foundation/mock-error.js';
import { version } from '../foundation/version.js';
import type { App } from '../http/call.js';
import type { Behavior } from '../protocol/behavior.js';
import type { Service } from '../protocol/service.js';
import type { Session } from '../session/session.js';
import { SESSION_PREFIX } from '../session/session-address.js';
import { addExamples } from './add-examples.js';
import { addLinks } from './add-links.js';
import { addTokens } from './add-tokens.js';
import { componentsOf, unroutedResponses, withoutUnnamed, withoutUnused } from './components.js';
import { schemaOptions } from './json-schema.js';
import { type Names, namesOf } from './names.js';
import { operationId, operationOf, tagOf, templateOf } from './operation.js';

export interface DescribeOptions {
  /** The service to describe. Default: all of them. */
  readonly service: string | undefined;
  /** The session whose state the examples show. */
  readonly session: Session;
  readonly app: App;
  readonly behavior: Behavior;
  /** The base URL of the services; undefined if none was given. */
  readonly baseUrl: string | undefined;
  /** The URL of the server that sends the document; undefined if it is unknown. */
  readonly serverUrl: string | undefined;
}

/** @throws MockError `not_found` for an unknown service. */
export async function describeServices(
  services: readonly Service[],
  { service, session, app, behavior, baseUrl, serverUrl }: DescribeOptions,
): Promise<OpenApiDocument> {
  const chosen = services.filter(({ name }) => service === undefined || name === service);
  if (chosen.length === 0) {
    const names = services.map(({ name }) => name).join(', ');
    throw notFound(`There is no service ${formatValue(service)}; the services are ${names}`);
  }
  const names = namesOf(services);
  const [first, ...others] = chosen;
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: first !== undefined && others.length === 0 ? first.title : 'briefs-mock',
        version,
        description: introduction,
        contact: { name: 'The contributors of briefs-mock' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // Leads to the session whose state the examples show.
      servers: [{ url: `${serverUrl ?? ''}${session.id === null ? '' : SESSION_PREFIX + session.id}` || '/' }],
      tags: tagsOf(chosen),
      paths: pathsOf(chosen, names, behavior),
      components: componentsOf(chosen, names),
    },
    schemaOptions(behavior, names),
  );
  // Equal parts may be the same object; here each becomes an object of its own.
  const whole = withoutUnnamed(document as unknown as OpenApiDocument);
  const described = withoutUnused({ ...whole, 'x-unrouted': unroutedResponses(chosen, whole) });
  const source = { session, app, url: baseUrl ?? 'http://localhost', serviceToken: behavior.serviceToken };
  await addExamples(described, chosen, source);
  addTokens(described, chosen, source);
  addLinks(described, chosen);
  return described;
}

const introduction = [
  'The requests and answers of a mock. Every operation, schema and failure comes from the definitions that the mock itself uses.',
  'HEAD is answered as GET without the body, OPTIONS as a CORS preflight. `x-unrouted` has the responses to requests without an operation, by service.',
  'Ids such as X6 are decisions about what the specifications leave open: see `docs/reference/unspecified-behavior.md`. Statuses that depend on a switch of the mock are always listed.',
].join('\n\n');

function tagsOf(services: readonly Service[]): { name: string; description: string }[] {
  const tags = new Map<string, string>();
  for (const service of services) {
    for (const route of service.routes) {
      const tag = tagOf(service, route);
      if (tags.has(tag)) continue;
      const [, resource = ''] = tag.split('.');
      const path = route.path.slice(0, route.path.indexOf(`/${resource}`) + resource.length + 1);
      tags.set(tag, `${service.title}: \`${path}\` and the paths below it.`);
    }
  }
  return [...tags].map(([name, description]) => ({ name, description }));
}

function pathsOf(
  services: readonly Service[],
  names: Names,
  behavior: Behavior,
): Record<string, ZodOpenApiPathItemObject> {
  const paths: Record<string, Record<string, unknown>> = {};
  const ids = new Set<string>();
  const isOwn = ({ name }: Service) => Number(name === 'own');
  // Own routes come last, so that the ids of the others stay as they are.
  for (const service of services.toSorted((a, b) => isOwn(a) - isOwn(b))) {
    for (const route of service.routes) {
      for (const path of [route.path, ...route.aliases]) {
        const template = templateOf(path);
        const operation = {
          operationId: unusedId(ids, operationId(route.method, path)),
          ...operationOf(service, route, path, names, behavior),
        };
        paths[template] = { ...paths[template], [route.method.toLowerCase()]: operation };
      }
    }
  }
  return paths;
}

/** An id, with a number if it is used already: paths that differ only in `/v1` or in signs have the same. */
function unusedId(used: Set<string>, id: string): string {
  let unused = id;
  for (let i = 2; used.has(unused); i++) unused = id + i;
  used.add(unused);
  return unused;
}
