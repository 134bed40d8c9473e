import * as z from 'zod/mini';
import { defineControlRoute } from './control-route.js';
import { serverOf } from './server-of.js';

/** Only the required parts of an OpenAPI document. */
const document = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.looseObject({})),
});

const describeAll = defineControlRoute({
  method: 'GET',
  path: '/__mock/openapi.json',
  summary: 'Get the OpenAPI document of all services',
  description: 'The examples show the state of the session that the request names.',
  // A document cannot contain itself.
  example: () => undefined,
  response: document,
  failures: ['conflict'],
  handle: (_, context) => context.describe(context.session, undefined, serverOf(context)),
});

const describeOne = defineControlRoute({
  method: 'GET',
  path: '/__mock/openapi/:document',
  summary: 'Get the OpenAPI document of one service',
  description:
    '`document` is `public-api.json`, `user-data.json`, `user-preference.json`, `control.json` or, for your own routes, `own.json`.',
  params: { document: z.string().check(z.regex(/^[\w-]+\.json$/, 'must have the form <service>.json')) },
  response: document,
  failures: ['conflict'],
  handle: ({ params }, context) =>
    context.describe(context.session, params.document.slice(0, -'.json'.length), serverOf(context)),
});

export const openapiRoutes = [describeAll, describeOne];
