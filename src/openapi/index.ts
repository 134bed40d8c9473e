/**
 * The OpenAPI documents of services, from the definitions of their routes. Loaded where a document is asked for.
 * @module
 */
import { createDocument, type ZodOpenApiPathItemObject } from 'zod-openapi';
import type { App } from '../app.js';
import type { Behavior } from '../protocol/behavior.js';
import type { OpenApiDocument, Service } from '../protocol/service.js';
import type { Session } from '../protocol/session.js';
import { SESSION_PREFIX } from '../protocol/session-address.js';
import { MockError } from '../state/errors.js';
import { version } from '../version.js';
import { addExamples } from './add-examples.js';
import { addTokens } from './add-tokens.js';
import { componentsOf, unroutedResponses, withoutUnnamed, withoutUnused } from './components.js';
import { schemaOptions } from './json-schema.js';
import { type Names, namesOf } from './names.js';
import { operationOf, tagOf, templateOf } from './operation.js';

export interface DescribeOptions {
  /** The service to describe; left out, all of them. */
  readonly service: string | undefined;
  /** Whose state the examples are taken from. */
  readonly session: Session;
  readonly app: App;
  readonly behavior: Behavior;
  /** Where the services are; undefined where it was not said. */
  readonly baseUrl: string | undefined;
}

/** @throws MockError `not_found` for a service that there is not. */
export async function describeServices(
  services: readonly Service[],
  { service, session, app, behavior, baseUrl }: DescribeOptions,
): Promise<OpenApiDocument> {
  const chosen = services.filter(({ name }) => service === undefined || name === service);
  if (chosen.length === 0) {
    const known = services.map(({ name }) => name).join(', ');
    throw new MockError('not_found', `There is no service ${service}; there are ${known}`);
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
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // A relative one leads back to where the document came from, and into the session that it tells of.
      servers: [{ url: `${baseUrl ?? ''}${session.id === null ? '' : SESSION_PREFIX + session.id}` || '/' }],
      tags: tagsOf(chosen),
      paths: pathsOf(chosen, names, behavior),
      components: componentsOf(chosen, names),
    },
    schemaOptions,
  );
  // Parts that are equal may be one and the same; as JSON each is its own.
  const whole: OpenApiDocument = JSON.parse(JSON.stringify(document), withoutUnnamed);
  const described = withoutUnused({ ...whole, 'x-unrouted': unroutedResponses(chosen, whole) });
  const source = { session, app, url: baseUrl ?? 'http://localhost', serviceToken: behavior.serviceToken };
  await addExamples(described, chosen, source);
  addTokens(described, chosen, source);
  return described;
}

const introduction = [
  'What a mock answers, and what it takes. Every operation, shape and failure here follows from the definition by which the mock itself works.',
  'HEAD is answered as GET is, without the body, and OPTIONS as the preflight of a browser needs it. A request that no operation answers is refused as `x-unrouted` says, by service.',
  'Decisions such as X6 are those of the register of what the specifications leave open: `docs/reference/unspecified-behavior.md`. Statuses that depend on a switch of the mock are listed whether it is set or not.',
].join('\n\n');

function tagsOf(services: readonly Service[]): { name: string; description: string }[] {
  const tags = new Map<string, string>();
  for (const service of services) {
    for (const route of service.routes) {
      const tag = tagOf(service, route);
      if (tags.has(tag)) continue;
      const [, resource = ''] = tag.split('.');
      const path = route.path.slice(0, route.path.indexOf(`/${resource}`) + resource.length + 1);
      tags.set(tag, `${service.title}: \`${path}\` and what is below it.`);
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
  for (const service of services) {
    for (const route of service.routes) {
      for (const path of [route.path, ...route.aliases]) {
        const template = templateOf(path);
        const operation = operationOf(service, route, path, names, behavior);
        paths[template] = { ...paths[template], [route.method.toLowerCase()]: operation };
      }
    }
  }
  return paths;
}
