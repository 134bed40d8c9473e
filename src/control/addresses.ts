import type { Method } from '../protocol/route-address.js';
import type { KnownRoute } from '../protocol/service.js';
import { CONTROL_PREFIX } from '../session/session-address.js';

/** The routes below the prefix of the control API, in the order of their definitions. A test compares them. */
const ROUTES = [
  'GET /health',
  'GET /live',
  'GET /ready',
  'GET /scenarios',
  'POST /reset',
  'GET /changes',
  'GET /history',
  'POST /rewind',
  'GET /events',
  'GET /trace',
  'DELETE /trace',
  'GET /snapshot',
  'POST /restore',
  'GET /snapshots',
  'PUT /snapshots/:name',
  'GET /snapshots/:name',
  'GET /snapshots/:name/changes',
  'DELETE /snapshots/:name',
  'POST /snapshots/:name/restore',
  'POST /tokens',
  'GET /tables',
  'GET /data',
  'GET /data/:table',
  'POST /data/:table',
  'GET /data/:table/:key',
  'PATCH /data/:table/:key',
  'DELETE /data/:table/:key',
  'GET /data/:table/:key/links',
  'GET /explain',
  'GET /clock',
  'PUT /clock',
  'DELETE /clock',
  'GET /routes',
  'GET /faults',
  'POST /faults',
  'DELETE /faults',
  'DELETE /faults/:id',
  'POST /faults/release',
  'POST /faults/:id/release',
  'GET /fault-profiles',
  'PUT /fault-profiles/:name',
  'DELETE /fault-profiles/:name',
  'GET /requests',
  'GET /requests.har',
  'GET /requests/unmatched',
  'GET /requests/:id',
  'GET /requests/:id/curl',
  'POST /requests/count',
  'POST /requests/verify',
  'DELETE /requests',
  'GET /sessions',
  'POST /sessions',
  'GET /sessions/:id',
  'DELETE /sessions/:id',
  'DELETE /sessions',
  'GET /openapi.json',
  'GET /openapi/:document',
];

/** Those that fault rules do not apply to. */
const EXEMPT = new Set([
  'POST /reset',
  'GET /events',
  'GET /faults',
  'DELETE /faults',
  'DELETE /faults/:id',
  'POST /faults/release',
  'POST /faults/:id/release',
  'GET /fault-profiles',
  'DELETE /fault-profiles/:name',
]);

/** What is known of the routes of the control API before they are loaded. */
export const controlAddresses: readonly KnownRoute[] = ROUTES.map((address) => {
  const [method, path] = address.split(' ') as [Method, string];
  return { method, path: CONTROL_PREFIX + path, aliases: [], exemptFromFaults: EXEMPT.has(address) };
});
