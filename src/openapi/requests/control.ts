import type { ExampleRequest, ExampleRequests, Given } from './request.js';

export const controlRequests: ExampleRequests = {
  'POST /__mock/reset': ({ scenario }) => ({ body: { scenario } }),
  'POST /__mock/tokens': ({ user: { email } }) => ({ body: { email, expires_in: 60 } }),
  'GET /__mock/data/:table': () => ({ params: { table: 'brief' } }),
  'POST /__mock/data/:table': () => ({ params: { table: 'brief' }, body: { name: 'Harbour Watch', is_public: true } }),
  'GET /__mock/data/:table/:key': (given) => aboutBrief(given),
  'PATCH /__mock/data/:table/:key': (given) => aboutBrief(given, { is_active: false }),
  'DELETE /__mock/data/:table/:key': (given) => aboutBrief(given),
  'GET /__mock/data/:table/:key/links': (given) => aboutBrief(given),
  'GET /__mock/explain': ({ tables, user: { email } }) => {
    const brief = tables.brief.first()?.slug;
    return brief === undefined ? undefined : { query: { email, brief } };
  },
  'PUT /__mock/snapshots/:name': () => ({ params: { name: 'before-checkout' } }),
  'PUT /__mock/clock': () => ({ body: { advance_seconds: 3600 } }),
  'DELETE /__mock/clock': () => ({}),
  'POST /__mock/faults': () => ({ body: { method: 'GET', path: '/public-api/v1/brief', status: 503, times: 2 } }),
  'DELETE /__mock/faults': () => ({}),
  'POST /__mock/faults/release': () => ({}),
  'PUT /__mock/fault-profiles/:name': () => ({ params: { name: 'slow-3g' } }),
  'POST /__mock/requests/count': () => ({ body: { method: 'GET', path: '/public-api/v1/brief/:slug' } }),
  'POST /__mock/requests/verify': () => ({ body: { method: 'POST', path: '/public-api/v1/bookmark/*', times: 0 } }),
  // The journal of an example is empty.
  'GET /__mock/requests/:id': () => undefined,
  'GET /__mock/requests/:id/curl': () => undefined,
  // It contains the machine's time.
  'GET /__mock/trace': () => undefined,
  'DELETE /__mock/trace': () => ({}),
  'DELETE /__mock/requests': () => ({}),
  'DELETE /__mock/sessions': () => ({}),
  'POST /__mock/sessions': () => ({ body: { id: 'worker-1' } }),
  'POST /__mock/rewind': () => ({ body: { revision: 0 } }),
  // A whole state is too long for an example.
  'POST /__mock/restore': () => undefined,
  'POST /__mock/changes': () => undefined,
  // It does not end.
  'GET /__mock/events': () => undefined,
  // A document cannot contain itself.
  'GET /__mock/openapi.json': () => undefined,
};

function aboutBrief({ tables }: Given, body?: object): ExampleRequest | undefined {
  const [brief] = tables.brief.all();
  return brief && { params: { table: 'brief', key: brief.id }, ...(body && { body }) };
}
