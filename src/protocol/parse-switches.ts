import * as z from 'zod/mini';
import { checkOptions } from '../foundation/check-options.js';
import { malformed, malformedAt } from '../foundation/mock-error.js';
import { jsonProblem, parseJson } from '../foundation/parse-json.js';
import { expectValid } from '../foundation/validate.js';
import { type BehaviorOptions, behaviorOf, behaviorSchema, isSecretSwitch, switches } from './behavior.js';

/**
 * Parses a switch in the form `key=value`, or several as a JSON object. A value is text or, if the text is not valid, JSON:
 * `hideDeleted=true`. `null` is always JSON.
 * @throws MockError `malformed_data`, listing the known switches or the allowed values.
 */
export function parseSwitches(text: string): BehaviorOptions {
  if (!text.startsWith('{')) return parseSwitch(text);
  let options: BehaviorOptions;
  try {
    options = JSON.parse(text);
  } catch (error) {
    // The text may have a token.
    throw malformed(`behavior: must be valid JSON: ${jsonProblem(error as Error)}`);
  }
  behaviorOf(options);
  return options;
}

function parseSwitch(assignment: string): BehaviorOptions {
  const [key = '', ...rest] = assignment.split('=');
  const text = rest.join('=');
  if (key === '') throw malformed('behavior: must be written as <switch>=<value>');
  checkOptions('behavior', { [key]: text }, switches);
  const schema = behaviorSchema.shape[key as keyof BehaviorOptions];
  // A switch that takes any text has null for none.
  const isText = text !== 'null' && z.safeParse(schema, text).success;
  const value = isText ? text : parseJson(text, text);
  if (rest.length === 0) throw malformedAt(`behavior.${key}`, `must be written as ${key}=<value>`);
  expectValid(schema, value, { root: ['behavior', key], isSecret: isSecretSwitch });
  return { [key]: value };
}
