import * as z from 'zod';
import { defineControlRoute } from '../protocol/control-route.js';
import { snapshotInfo } from '../session/named-snapshots.js';
import { type Snapshot, toSnapshot } from '../state/snapshot.js';
import { list, listOf, one, stateSummary, summaryOf } from './response-schemas.js';

/** The size limit of a snapshot in bytes; one with 100,000 users has about 60 million. */
const SNAPSHOT_LIMIT = 256 * 1024 * 1024;

// The state validates its parts, and names the table, row and column of each issue.
const snapshot = z
  .custom<Snapshot>((value) => typeof value === 'object' && value !== null, 'is not a snapshot')
  .meta({ type: 'object', additionalProperties: true, description: 'A snapshot: the whole state, every table in it.' });
// Invalid names get 400, not 404: the session validates them.
const params = { name: z.string() };
const NAMED = '/__mock/snapshots/:name';

const showSnapshot = defineControlRoute({
  method: 'GET',
  path: '/__mock/snapshot',
  summary: 'The whole state',
  response: snapshot,
  handle: (_, { session }) => session.snapshot(),
});

const restore = defineControlRoute({
  method: 'POST',
  path: '/__mock/restore',
  summary: 'Become the state of a snapshot; one that is wrong changes nothing',
  decisions: ['X20'],
  body: snapshot,
  bodyLimit: SNAPSHOT_LIMIT,
  response: stateSummary.extend({ dropped: z.array(z.string()).min(1).optional() }),
  handle: ({ body }, context) => {
    const dropped = context.session.restoreSnapshot(body);
    return { ...summaryOf(context), ...(dropped.length > 0 && { dropped: [...dropped] }) };
  },
});

const listSnapshots = defineControlRoute({
  method: 'GET',
  path: '/__mock/snapshots',
  summary: 'The snapshots that are kept',
  response: list(snapshotInfo),
  handle: (_, { session }) => listOf(session.snapshots.list()),
});

const keepSnapshot = defineControlRoute({
  method: 'PUT',
  path: NAMED,
  summary: 'Keep the state under a name, in place of what had it',
  params,
  response: one(snapshotInfo),
  failures: ['payload_too_large'],
  handle: ({ params }, { session }) => ({ data: session.keep(params.name) }),
});

const showKept = defineControlRoute({
  method: 'GET',
  path: NAMED,
  summary: 'A snapshot that is kept',
  params,
  response: snapshot,
  handle: ({ params }, { session }) => toSnapshot(session.snapshots.get(params.name)),
});

const removeKept = defineControlRoute({
  method: 'DELETE',
  path: NAMED,
  summary: 'Keep a snapshot no longer',
  params,
  response: one(snapshotInfo),
  handle: ({ params }, { session }) => ({ data: session.snapshots.remove(params.name) }),
});

const restoreKept = defineControlRoute({
  method: 'POST',
  path: `${NAMED}/restore`,
  summary: 'Become the state of a snapshot that is kept',
  decisions: ['X20'],
  params,
  response: stateSummary,
  handle: ({ params }, context) => {
    context.session.restore(context.session.snapshots.get(params.name));
    return summaryOf(context);
  },
});

export const snapshotRoutes = [showSnapshot, restore, listSnapshots, keepSnapshot, showKept, removeKept, restoreKept];
