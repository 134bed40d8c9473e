import * as z from 'zod';
import { defineRoute } from '../protocol/route.js';
import { snapshotInfo } from '../session/named-snapshots.js';
import { type Snapshot, takeSnapshot } from '../state/snapshot.js';
import { list, listOf, one, stateSummary, summaryOf } from './shapes.js';

/** The greatest snapshot that is read, in bytes: one of 100,000 users has about 60 million. */
const SNAPSHOT_LIMIT = 256 * 1024 * 1024;

// Its parts are for the state to check, which names the table, row and column of what is wrong.
const snapshot = z
  .custom<Snapshot>((value) => typeof value === 'object' && value !== null, 'is not a snapshot')
  .meta({ type: 'object', additionalProperties: true, description: 'A snapshot: the whole state, every table in it.' });
// A name that is none is refused as bad, not as unknown: that is for the session to say.
const params = { name: z.string() };
const NAMED = '/__mock/snapshots/:name';

const showSnapshot = defineRoute({
  method: 'GET',
  path: '/__mock/snapshot',
  summary: 'The whole state',
  response: snapshot,
  handle: (_, { session }) => session.snapshot(),
});

const restore = defineRoute({
  method: 'POST',
  path: '/__mock/restore',
  summary: 'Become the state of a snapshot; one that is wrong changes nothing',
  decisions: ['X20'],
  body: snapshot,
  bodyLimit: SNAPSHOT_LIMIT,
  response: stateSummary,
  handle: ({ body }, context) => {
    context.session.restoreSnapshot(body);
    return summaryOf(context);
  },
});

const listSnapshots = defineRoute({
  method: 'GET',
  path: '/__mock/snapshots',
  summary: 'The snapshots that are kept',
  response: list(snapshotInfo),
  handle: (_, { session }) => listOf(session.snapshots.list()),
});

const keepSnapshot = defineRoute({
  method: 'PUT',
  path: NAMED,
  summary: 'Keep the state under a name, in place of what had it',
  params,
  response: one(snapshotInfo),
  failures: ['payload_too_large'],
  handle: ({ params }, { session }) => ({ data: session.keep(params.name) }),
});

const showKept = defineRoute({
  method: 'GET',
  path: NAMED,
  summary: 'A snapshot that is kept',
  params,
  response: snapshot,
  handle: ({ params }, { session }) => takeSnapshot(session.snapshots.get(params.name)),
});

const removeKept = defineRoute({
  method: 'DELETE',
  path: NAMED,
  summary: 'Keep a snapshot no longer',
  params,
  response: one(snapshotInfo),
  handle: ({ params }, { session }) => ({ data: session.snapshots.remove(params.name) }),
});

const restoreKept = defineRoute({
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
