import { show } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';
import type { Random } from '../foundation/random.js';
import type { Data } from '../state/collection.js';
import type { Make } from './factories.js';

/** Someone whom a scenario knows by name. */
export interface Persona {
  /** A short stable name, such as `alice`. */
  readonly key: string;
  readonly email: string;
  /** The access token that the scenario issues to them. */
  readonly token: string;
  readonly description: string;
}

/** What a scenario makes its records with. */
export interface ScenarioContext {
  readonly data: Data;
  /** Valid records with one call. */
  readonly make: Make;
  /** The scenario's time, in UTC. */
  readonly now: Date;
  readonly seed: number;
  /**
   * Numbers in [0, 1) that depend on the seed, the table and the key alone. A record that draws from its own generator
   * stays the same whatever other records the scenario makes.
   */
  random(table: string, key: string | number): Random;
}

/** A named, deterministic starting state. */
export interface Scenario {
  /** Lower-case letters, digits and hyphens. */
  readonly name: string;
  /** What it is for, in a line. */
  readonly description: string;
  /** When it plays, in ISO 8601 with its zone. */
  readonly clock: string;
  readonly personas: readonly Persona[];
  /** Makes the records. Every user gets an access token afterwards: personas their own, the others a generated one. */
  readonly seed: (context: ScenarioContext) => void;
}

/**
 * Declares a scenario.
 *
 * @example
 * const oneReader = defineScenario({
 *   name: 'one-reader',
 *   description: 'A single reader and a public brief',
 *   clock: '2026-03-04T09:00:00Z',
 *   personas: [{ key: 'bo', email: 'bo@acme.example', token: 'bo-token', description: 'the reader' }],
 *   seed: ({ data }) => {
 *     data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
 *     data.brief.create({ name: 'Morning', slug: 'morning', is_public: true });
 *   },
 * });
 * @throws MockError `malformed_data` for a definition that lacks something, or in which two personas have something in common.
 */
export function defineScenario(definition: Scenario): Scenario {
  checkFields('defineScenario', FIELDS, definition);
  const { name, personas } = definition;
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
    throw new MockError('malformed_data', `Not a scenario name: ${show(name)}. Use a-z, 0-9 and hyphens`);
  }
  for (const persona of personas) checkFields(`Scenario ${name}: a persona`, PERSONA_FIELDS, persona);
  for (const field of ['key', 'email', 'token'] as const) {
    // Tokens are told apart by case as well.
    const values = personas.map((persona) => (field === 'token' ? persona.token : persona[field].toLowerCase()));
    const twice = values.find((value, i) => values.indexOf(value) !== i);
    if (twice !== undefined) {
      throw new MockError('malformed_data', `Scenario ${name}: two personas have the ${field} ${twice}`);
    }
  }
  return Object.freeze({ ...definition });
}

export function isScenario(value: unknown): value is Scenario {
  return firstMisfit(FIELDS, value) === undefined;
}

/** @throws MockError `malformed_data` for what is no scenario. */
export function expectScenario(value: unknown, path: string): void {
  if (isScenario(value)) return;
  throw new MockError('malformed_data', `${path}: is ${show(value)}, and no scenario as defineScenario makes them`);
}

/** The kinds of what a definition has. By hand, because a shape takes longer than all else that an import does here. */
type Fields = Readonly<Record<string, 'string' | 'function' | 'list'>>;
const FIELDS: Fields = { name: 'string', description: 'string', clock: 'string', personas: 'list', seed: 'function' };
const PERSONA_FIELDS: Fields = { key: 'string', email: 'string', token: 'string', description: 'string' };

function checkFields(what: string, fields: Fields, value: unknown): void {
  const misfit = firstMisfit(fields, value);
  if (misfit === undefined) return;
  const given = show((value as Record<string, unknown> | null | undefined)?.[misfit]);
  throw new MockError('malformed_data', `${what} takes a ${fields[misfit]} as ${misfit}, not ${given}`);
}

/** The first field that a value has not, or of another kind. */
function firstMisfit(fields: Fields, value: unknown): string | undefined {
  const given = Object(value);
  return Object.keys(fields).find((name) =>
    fields[name] === 'list' ? !Array.isArray(given[name]) : typeof given[name] !== fields[name],
  );
}
