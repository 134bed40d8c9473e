import * as z from 'zod/mini';
import { faultProfile } from '../faults/fault-profiles.js';
import { faultRule } from '../faults/fault-rule.js';
import { fault } from '../faults/fault-rules.js';
import { answerChange, heldAnswer } from '../faults/held-answers.js';
import { recordId } from '../protocol/parameter-schemas.js';
import { defineControlRoute } from './control-route.js';
import { list, listOf, one } from './response-schemas.js';

const PATH = '/__mock/faults';
const PROFILES = '/__mock/fault-profiles';

// An unknown name gets 404 from the session, which knows the profiles of its mock.
const profileName = z.string();
const listedProfile = z.extend(faultProfile, {
  /** Whether fault rules of it are in force. */
  applied: z.boolean(),
});

const listFaults = defineControlRoute({
  method: 'GET',
  path: PATH,
  summary: 'List the fault rules in the order in which they apply',
  description: 'Rules that no longer apply, because of `times`, are listed too.',
  response: list(fault),
  exemptFromFaults: true,
  handle: (_, { session }) => listOf(session.faults.all()),
});

const addFault = defineControlRoute({
  method: 'POST',
  path: PATH,
  summary: 'Add a fault rule',
  decisions: ['X14'],
  body: faultRule,
  example: () => ({ body: { method: 'GET', path: '/public-api/v1/brief', status: 503, times: 2 } }),
  response: one(fault),
  broadcast: true,
  handle: ({ body }, { session }) => ({ data: session.faults.add(body) }),
});

const clearFaults = defineControlRoute({
  method: 'DELETE',
  path: PATH,
  summary: 'Remove all fault rules',
  description: 'Returns the removed rules.',
  example: () => ({}),
  response: list(fault),
  exemptFromFaults: true,
  broadcast: true,
  handle: (_, { session }) => listOf(session.faults.clear()),
});

const removeFault = defineControlRoute({
  method: 'DELETE',
  path: `${PATH}/:id`,
  summary: 'Remove a fault rule',
  description: 'Returns the removed rule.',
  params: { id: recordId },
  response: one(fault),
  exemptFromFaults: true,
  broadcast: true,
  handle: ({ params }, { session }) => ({ data: session.faults.remove(params.id) }),
});

const released = z.strictObject({
  /** The number of answers that were released. */
  released: z.int(),
});

const releaseAnswers = defineControlRoute({
  method: 'POST',
  path: `${PATH}/release`,
  summary: 'Release the answers that fault rules hold back',
  description: 'Rules with `hold` hold back further answers, until they are removed.',
  example: () => ({}),
  response: released,
  exemptFromFaults: true,
  broadcast: true,
  handle: (_, { session }) => ({ released: session.faults.release() }),
});

const releaseAnswersOfFault = defineControlRoute({
  method: 'POST',
  path: `${PATH}/:id/release`,
  summary: 'Release the answers that a fault rule holds back',
  description: 'The rule holds back further answers, until it is removed.',
  params: { id: recordId },
  response: released,
  exemptFromFaults: true,
  broadcast: true,
  handle: ({ params }, { session }) => ({ released: session.faults.release(params.id) }),
});

const listHeld = defineControlRoute({
  method: 'GET',
  path: `${PATH}/held`,
  summary: 'List the answers that fault rules hold back',
  description: 'In the order of their requests.',
  response: list(heldAnswer),
  exemptFromFaults: true,
  handle: (_, { session }) => listOf(session.faults.held()),
});

const releaseOneAnswer = defineControlRoute({
  method: 'POST',
  path: `${PATH}/held/:entry/release`,
  summary: 'Release one answer, changed if so wished',
  description: 'The body changes what is sent, but not what the request has changed.',
  params: { entry: recordId },
  find: ({ entry }, { session }) => session.faults.heldAnswers.expect(entry),
  body: answerChange,
  example: () => ({ body: { status: 503 } }),
  response: released,
  failures: ['not_found'],
  exemptFromFaults: true,
  handle: ({ params: { entry }, body }, { session }) => ({ released: session.faults.release({ entry, ...body }) }),
});

const listProfiles = defineControlRoute({
  method: 'GET',
  path: PROFILES,
  summary: 'List the fault profiles',
  description: 'A profile is a list of fault rules with a name.',
  response: list(listedProfile),
  exemptFromFaults: true,
  handle: (_, { session }) => listOf(session.faults.profiles),
});

const applyProfile = defineControlRoute({
  method: 'PUT',
  path: `${PROFILES}/:name`,
  summary: 'Apply a fault profile',
  description: 'Adds the rules of the profile, unless it is applied already, and returns them.',
  params: { name: profileName },
  example: () => ({ params: { name: 'slow-3g' } }),
  response: list(fault),
  failures: ['not_found', 'payload_too_large'],
  broadcast: true,
  handle: ({ params }, { session }) => listOf(session.faults.apply(params.name)),
});

const withdrawProfile = defineControlRoute({
  method: 'DELETE',
  path: `${PROFILES}/:name`,
  summary: 'Withdraw a fault profile',
  description: 'Removes the rules of the profile, and returns them.',
  params: { name: profileName },
  response: list(fault),
  failures: ['not_found'],
  exemptFromFaults: true,
  broadcast: true,
  handle: ({ params }, { session }) => listOf(session.faults.withdraw(params.name)),
});

export const faultRoutes = [
  ...[listFaults, addFault, clearFaults, removeFault],
  ...[listHeld, releaseAnswers, releaseAnswersOfFault, releaseOneAnswer],
  ...[listProfiles, applyProfile, withdrawProfile],
];
