import * as z from 'zod/mini';
import { optionalParameter } from '../protocol/parameter-schemas.js';
import { sessionNameSchema } from '../protocol/session-name.js';
import { snapshotInfo } from '../session/named-snapshots.js';
import { snapshotSteps } from '../state/read-snapshot.js';
import { SNAPSHOT_LIMIT, type Snapshot, textInSlices, toSnapshot } from '../state/snapshot.js';
import { changes } from './changes-schema.js';
import { defineControlRoute } from './control-route.js';
import { flag } from './query-schemas.js';
import { jsonObject, list, listOf, one, stateSummary, summaryOf } from './response-schemas.js';

// The state validates its parts, and names the table, row and column of each issue.
export const snapshot = jsonObject<Snapshot>(
  'A snapshot: the whole state with all tables.',
  'must be a snapshot: a JSON object',
);
// Invalid names get 400, not 404: the session validates them.
const params = { name: z.string() };
const NAMED = '/__mock/snapshots/:name';
const edited = optionalParameter(
  flag,
  'Accepts a snapshot that was edited by hand: everything but its fingerprint is checked.',
);
/** The answer with a snapshot, a record per line. */
export const stringify = (found: unknown) => textInSlices(found as Snapshot);

const showSnapshot = defineControlRoute({
  method: 'GET',
  path: '/__mock/snapshot',
  summary: 'Get a snapshot of the current state',
  description: 'It has a record per line, as snapshot files have. `POST /__mock/restore` goes back to this state.',
  response: snapshot,
  stringify,
  handle: (_, { session }) => session.snapshot(),
});

const restore = defineControlRoute({
  method: 'POST',
  path: '/__mock/restore',
  summary: 'Restore a snapshot; an invalid one changes nothing',
  decisions: ['X20'],
  body: snapshot,
  bodyLimit: SNAPSHOT_LIMIT,
  query: { edited },
  // A whole state is too long for an example.
  example: () => undefined,
  response: z.extend(stateSummary, { dropped: z.optional(z.array(z.string()).check(z.minLength(1))) }),
  broadcast: true,
  prepare: ({ body, query }) => snapshotSteps(body, query),
  handle: ({ prepared }, context) => {
    const { dropped } = prepared;
    context.session.restoreRead(prepared);
    return { ...summaryOf(context), ...(dropped.length > 0 && { dropped: [...dropped] }) };
  },
});

const compareSnapshot = defineControlRoute({
  method: 'POST',
  path: '/__mock/changes',
  summary: 'Get what restoring a snapshot would change; changes nothing',
  description:
    'The answer has the form of that of `GET /__mock/changes`: `before` is the present state, `after` the snapshot in the body.',
  body: snapshot,
  bodyLimit: SNAPSHOT_LIMIT,
  onlyReads: true,
  query: {
    edited,
    with: optionalParameter(
      sessionNameSchema,
      'The name of the snapshot that is compared with it. Default: the present state.',
    ),
  },
  // A whole state is too long for an example.
  example: () => undefined,
  response: one(changes),
  failures: ['not_found'],
  prepare: ({ body, query }) => snapshotSteps(body, query),
  handle: ({ prepared: { image }, query }, { session }) => ({
    data: session.changesTo(image, query.with) as never,
  }),
});

const listSnapshots = defineControlRoute({
  method: 'GET',
  path: '/__mock/snapshots',
  summary: 'List the named snapshots',
  description: 'Resets and restores keep the named snapshots.',
  response: list(snapshotInfo),
  handle: (_, { session }) => listOf(session.snapshots.list()),
});

const keepSnapshot = defineControlRoute({
  method: 'PUT',
  path: NAMED,
  summary: 'Save the current state as a named snapshot; replaces one with the same name',
  description: 'The request has no body.',
  params,
  example: () => ({ params: { name: 'before-checkout' } }),
  response: one(snapshotInfo),
  failures: ['payload_too_large'],
  broadcast: true,
  handle: ({ params }, { session }) => ({ data: session.saveSnapshot(params.name) }),
});

const showKept = defineControlRoute({
  method: 'GET',
  path: NAMED,
  summary: 'Get a named snapshot',
  description: 'It has a record per line. `POST /__mock/restore` goes to the state of this snapshot.',
  params,
  response: snapshot,
  stringify,
  handle: ({ params }, { session }) => toSnapshot(session.snapshots.get(params.name)),
});

const showChangesOfKept = defineControlRoute({
  method: 'GET',
  path: `${NAMED}/changes`,
  summary: 'Get what differs between a named snapshot and the present state, or another named snapshot',
  description: 'The answer has the form of that of `GET /__mock/changes`.',
  params,
  query: {
    with: optionalParameter(sessionNameSchema, 'The name of the other snapshot. Default: the present state.'),
  },
  response: one(changes),
  handle: ({ params, query }, { session }) => ({
    data: session.changesFromSnapshot(params.name, query.with) as never,
  }),
});

const removeKept = defineControlRoute({
  method: 'DELETE',
  path: NAMED,
  summary: 'Delete a named snapshot',
  description: 'Returns the deleted snapshot.',
  params,
  response: one(snapshotInfo),
  broadcast: true,
  handle: ({ params }, { session }) => ({ data: session.snapshots.remove(params.name) }),
});

const restoreKept = defineControlRoute({
  method: 'POST',
  path: `${NAMED}/restore`,
  summary: 'Restore a named snapshot',
  decisions: ['X20'],
  params,
  response: stateSummary,
  broadcast: true,
  handle: ({ params }, context) => {
    context.session.restore(context.session.snapshots.get(params.name));
    return summaryOf(context);
  },
});

export const snapshotRoutes = [
  ...[showSnapshot, restore, compareSnapshot, listSnapshots, keepSnapshot],
  ...[showKept, showChangesOfKept, removeKept, restoreKept],
];
