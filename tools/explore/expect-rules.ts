import * as z from 'zod/mini';
import { malformed } from '../../src/foundation/mock-error.js';
import { validate } from '../../src/foundation/validate.js';
import type { ExploreConfig } from './config.js';
import { propertyNames } from './properties/index.js';

const callback = z.custom<(given: never) => unknown>((value) => typeof value === 'function', 'must be a function');
const pattern = z.union([z.string(), z.instanceof(RegExp)]);

const ignored = z
  .strictObject({ property: z.optional(z.string()), text: z.optional(pattern) })
  .check(z.refine((one) => one.property !== undefined || one.text !== undefined, 'must have property or text'));

const rules = z.strictObject({
  login: z.optional(callback),
  properties: z.optional(z.array(z.strictObject({ name: z.string(), check: callback }))),
  ignore: z.optional(z.array(ignored)),
  inputs: z.optional(z.record(z.string(), z.array(z.string()))),
  avoid: z.optional(z.array(pattern)),
});

/** The rules of a file. @throws MockError that names the file and the options that are wrong */
export function expectRules(given: unknown, file: string): ExploreConfig {
  const prefix = `the rules in ${file} cannot be used: `;
  if (typeof given !== 'object' || given === null)
    throw malformed(`${prefix}it must have a default export, defineConfig({ … })`);
  const checked = validate(rules, given);
  if ('issues' in checked) throw checked.issues.toError('malformed_data', prefix);
  const { ignore = [], properties: own } = checked.value;
  const names = propertyNames(own);
  const named = z.object({ ignore: z.optional(z.array(z.object({ property: z.optional(z.enum(names)) }))) });
  const known = validate(named, { ignore });
  if ('issues' in known) throw known.issues.toError('malformed_data', prefix);
  return given as ExploreConfig;
}
