import * as z from 'zod/mini';
import { defineControlRoute } from './control-route.js';
import { list, listOf } from './response-schemas.js';

const scenario = z.strictObject({
  name: z.string(),
  description: z.string(),
  clock: z.string(),
  personas: z.array(z.strictObject({ key: z.string(), email: z.string(), token: z.string(), description: z.string() })),
});
export type ListedScenario = z.output<typeof scenario>;

export const listScenarios = defineControlRoute({
  method: 'GET',
  path: '/__mock/scenarios',
  summary: 'List the scenarios and their personas',
  description: 'A reset can change to any of these scenarios.',
  response: list(scenario),
  handle: (_, { session }) =>
    listOf(
      session.shared.registry.scenarios.map(({ name, description, clock, personas }) => ({
        name,
        description,
        clock,
        personas: [...personas],
      })),
    ),
});
