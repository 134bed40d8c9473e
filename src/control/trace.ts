import * as z from 'zod/mini';
import { stepsInSlices } from '../foundation/in-slices.js';
import { jsonInSlices } from '../foundation/json-parts.js';
import { optionalParameter } from '../protocol/parameter-schemas.js';
import { redactSteps } from '../session/redact-trace.js';
import { fingerprintedIn, traceMomentOf, traceSteps } from '../session/trace.js';
import type { Trace } from '../session/trace-format.js';
import { SNAPSHOT_LIMIT } from '../state/snapshot.js';
import { defineControlRoute } from './control-route.js';
import { flag, integer } from './query-schemas.js';
import { jsonObject, one } from './response-schemas.js';
import { snapshot, stringify } from './snapshots.js';
import { testRunners } from './test-code/runners.js';

const trace = jsonObject<Trace>('A trace; docs/reference/traces.md describes it.', 'must be a trace: a JSON object');

const showTrace = defineControlRoute({
  method: 'GET',
  path: '/__mock/trace',
  summary: 'Get everything that happened to the session, for `briefs-mock replay`',
  description:
    'The API requests with their answers, and what other calls changed, in order. If the oldest were dropped, the trace starts with a snapshot of the state after them.',
  query: {
    redact: optionalParameter(flag, 'Hides secrets in bodies and queries, as the journal does.'),
    compact: optionalParameter(flag, 'Replaces answers by their hashes, and leaves the state at the end out.'),
  },
  // It contains the machine's time.
  example: () => undefined,
  response: trace,
  stringify: jsonInSlices,
  failures: ['not_found'],
  handle: async ({ query }, { session, behavior }) => {
    const moment = traceMomentOf(session);
    const fingerprints = new Map<unknown, string>();
    for (const image of fingerprintedIn(moment, query)) {
      if (!fingerprints.has(image)) fingerprints.set(image, await session.fingerprintOf(image));
    }
    const fingerprintOf = (image: unknown) => fingerprints.get(image) as string;
    const found = await stepsInSlices(traceSteps(moment, behavior, fingerprintOf, query));
    return query.redact ? stepsInSlices(redactSteps(found)) : found;
  },
});

const showEnd = defineControlRoute({
  method: 'POST',
  path: '/__mock/trace/end',
  summary: 'Get the state where a trace ends; changes nothing',
  description:
    'It replays the trace in a mock with the settings of this one. `POST /__mock/restore` goes to the state. The file may also be one that the console handed over.',
  query: { until: optionalParameter(integer, 'The number of API requests to replay. Default: all.') },
  body: trace,
  bodyLimit: SNAPSHOT_LIMIT,
  onlyReads: true,
  // A whole state is too long for an example.
  example: () => undefined,
  response: snapshot,
  stringify,
  failures: ['not_found', 'conflict'],
  handle: ({ body, query }, { session }) => session.shared.stateAfter(body, query.until),
});

const clearTrace = defineControlRoute({
  method: 'DELETE',
  path: '/__mock/trace',
  summary: 'Start the trace from scratch, in the present situation',
  description: 'For example before a test. The history stays.',
  example: () => ({}),
  response: z.strictObject({
    data: z.strictObject({ entries: z.int().check(z.describe('The number of entries that were removed.')) }),
  }),
  failures: ['not_found'],
  broadcast: true,
  handle: (_, { session }) => {
    const log = session.expectTracedLog();
    const entries = log.tracedEntries.length;
    log.restartTrace();
    return { data: { entries } };
  },
});

const writeTest = defineControlRoute({
  method: 'GET',
  path: '/__mock/trace/test',
  summary: 'Get a test of what happened in the session since a revision',
  description:
    'The test brings a mock to the situation at the revision, repeats the API requests since, and expects what they changed. It runs as it is; replace the requests by what a user does in your application.',
  query: {
    runner: optionalParameter(z.enum(testRunners), 'The runner of the test. Default: vitest.'),
    since: optionalParameter(integer, 'A revision. Default: where the trace of the session starts.'),
  },
  response: one(z.strictObject({ code: z.string().check(z.describe('The file, in TypeScript.')) })),
  failures: ['not_found', 'conflict'],
  handle: async ({ query: { runner = 'vitest', since } }, { session, behavior }) => {
    const { testCodeOf } = await import('./test-code/index.js');
    return { data: { code: testCodeOf(session, behavior, { runner, since }) } };
  },
});

export const traceRoutes = [showTrace, showEnd, clearTrace, writeTest];
