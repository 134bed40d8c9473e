import * as z from 'zod';
import { defineControlRoute } from '../protocol/control-route.js';
import { recordId } from '../protocol/parameter-schemas.js';
import { faultRule } from '../session/fault-rule.js';
import { fault } from '../session/fault-rules.js';
import { list, listOf, one } from './response-schemas.js';

const PATH = '/__mock/faults';

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
  response: one(fault),
  broadcast: true,
  handle: ({ body }, { session }) => ({ data: session.faults.add(body) }),
});

const clearFaults = defineControlRoute({
  method: 'DELETE',
  path: PATH,
  summary: 'Remove all fault rules',
  description: 'Answers the removed rules.',
  response: list(fault),
  exemptFromFaults: true,
  broadcast: true,
  handle: (_, { session }) => listOf(session.faults.clear()),
});

const removeFault = defineControlRoute({
  method: 'DELETE',
  path: `${PATH}/:id`,
  summary: 'Remove a fault rule',
  description: 'Answers the removed rule.',
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

export const faultRoutes = [listFaults, addFault, clearFaults, removeFault, releaseAnswers, releaseAnswersOfFault];
