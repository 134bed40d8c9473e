import * as z from 'zod';
import { defineControlRoute } from '../protocol/control-route.js';

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
  response: document,
  handle: (_, { describe, session, listener }) => describe(session, undefined, listener?.publicUrl?.href),
});

const describeOne = defineControlRoute({
  method: 'GET',
  path: '/__mock/openapi/:document',
  summary: 'Get the OpenAPI document of one service',
  params: { document: z.string().regex(/^[\w-]+\.json$/, 'must have the form <service>.json') },
  response: document,
  handle: ({ params }, { describe, session, listener }) =>
    describe(session, params.document.slice(0, -'.json'.length), listener?.publicUrl?.href),
});

export const openapiRoutes = [describeAll, describeOne];
