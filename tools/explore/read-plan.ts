import * as z from 'zod/mini';
import { malformed } from '../../src/foundation/mock-error.js';
import { validate } from '../../src/foundation/validate.js';
import { type TableName, tableNames } from '../../src/model/tables.js';
import type { ExploreConfig } from './config.js';
import { propertyNames } from './properties/index.js';
import type { Plan } from './step.js';

const target = z.object({ role: z.string(), name: z.string(), place: z.int() });
const network = z.union([z.enum(['ok', 'hold', 'slow', 'abort', 'malformed']), z.object({ fail: z.int() })]);
const causing = { network: z.optional(network), request: z.optional(z.int()) };
const key = z.union([z.string(), z.number()]);
const values = z.record(z.string(), z.json());
const act = z.object({
  says: z.string(),
  table: z.string(),
  key: z.optional(key),
  values: z.optional(values),
});

const step = z.discriminatedUnion('do', [
  z.object({ do: z.literal('click'), target, ...causing }),
  z.object({ do: z.literal('fill'), target, input: z.string(), wrong: z.optional(z.literal(true)), ...causing }),
  z.object({ do: z.literal('press'), target, input: z.string(), ...causing }),
  z.object({ do: z.literal('select'), target, input: z.string(), ...causing }),
  z.object({ do: z.literal('back'), ...causing }),
  z.object({ do: z.literal('reload'), ...causing }),
  z.object({ do: z.literal('send'), place: z.int(), ...causing }),
  z.object({ do: z.literal('advance'), seconds: z.number(), ...causing }),
  z.object({ do: z.literal('other'), act, ...causing }),
]);

const plan = z.object({
  format: z.literal('briefs-mock/plan'),
  version: z.literal(1),
  scenario: z.string(),
  seed: z.int(),
  clock: z.optional(z.string()),
  records: z.optional(z.partialRecord(z.enum(tableNames as [TableName, ...TableName[]]), z.array(values))),
  persona: z.optional(z.string()),
  property: z.string(),
  key: z.string(),
  sentence: z.string(),
  steps: z.array(step),
});

/** A plan from a file. `file` names it in errors. @throws MockError `malformed_data` */
export function expectPlan(json: unknown, file: string): Plan {
  const checked = validate(plan, json);
  if ('issues' in checked) throw checked.issues.toError('malformed_data', `${file} is not a plan of explore: `);
  return checked.value as Plan;
}

/** @throws MockError if the plan is about a property that neither the package nor the rules have */
export function expectProperty({ property }: Plan, { properties: own }: ExploreConfig): void {
  const names = propertyNames(own);
  if (names.includes(property)) return;
  throw malformed(
    `the plan is about the property "${property}", which is not among ${names.join(', ')}; give the rules that define it with --rules`,
  );
}
