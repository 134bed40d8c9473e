import * as z from 'zod';
import { type ControlContext, defineControlRoute } from '../protocol/control-route.js';

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
  response: document,
  handle: (_, context) => context.describe(context.session, undefined, serverOf(context)),
});

const describeOne = defineControlRoute({
  method: 'GET',
  path: '/__mock/openapi/:document',
  summary: 'Get the OpenAPI document of one service',
  description: '`document` is `public-api.json`, `user-data.json`, `user-preference.json` or `control.json`.',
  params: { document: z.string().regex(/^[\w-]+\.json$/, 'must have the form <service>.json') },
  response: document,
  handle: ({ params }, context) =>
    context.describe(context.session, params.document.slice(0, -'.json'.length), serverOf(context)),
});

/** The server that the request was sent to, as its clients see it. */
function serverOf({ listener, url }: ControlContext) {
  return listener?.publicUrl ?? { origin: new URL(url).origin };
}

export const openapiRoutes = [describeAll, describeOne];
