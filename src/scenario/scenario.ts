import { checkOptions } from '../foundation/check-options.js';
import { formatValue } from '../foundation/format-value.js';
import { fromCaller } from '../foundation/from-caller.js';
import { malformed, prefixing } from '../foundation/mock-error.js';
import { type Actor, checkActors } from './actor.js';
import { type Chapter, checkChapters } from './chapter.js';
import type { ScenarioContext } from './scenario-context.js';
import { seedNames } from './scenario-names.js';

/** A documented user of a scenario. */
export interface Persona {
  /** A short stable name, such as `alice`. */
  readonly key: string;
  /** The e-mail of a user that the scenario creates. */
  readonly email: string;
  /** The access token that the scenario issues to them. */
  readonly token: string;
  /** What the user is good for in tests, in one line. */
  readonly description: string;
}

/** How to add a scenario of `briefs-mock/seeds` to a mock, for the message that it has none of this name; empty for any other. */
export function howToAdd(name: string): string {
  if (!seedNames.some((seed) => seed === name)) return '';
  const variable = name.replace(/-./g, (text) => text.charAt(1).toUpperCase());
  return `. To add it, import ${variable} from briefs-mock/seeds, and pass it in the option scenarios`;
}

/** A named, deterministic starting state. */
export interface Scenario {
  /** Lower-case letters, digits and hyphens. */
  readonly name: string;
  /** Its purpose, in one line. */
  readonly description: string;
  /** The time of its clock, in ISO 8601 with a zone. */
  readonly clock: string;
  /** Its documented users. Their keys, e-mails and tokens are unique. */
  readonly personas: readonly Persona[];
  /** Creates the records. Afterwards every user gets an access token: personas their own, others a generated one. */
  readonly seed: (context: ScenarioContext) => void;
  /** Its named moments, in the order of their times; see `chapter`. */
  readonly chapters?: readonly Chapter[] | undefined;
  /** Who uses the APIs while the clock of a mock with the option `life` advances; see `defineActor`. */
  readonly actors?: readonly Actor[] | undefined;
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
 * @throws MockError `malformed_data` for a missing or invalid field, or two personas with the same key, e-mail or token.
 */
export function defineScenario(definition: Scenario): Scenario {
  fromCaller(defineScenario, () => checkScenario(definition));
  return Object.freeze({ ...definition });
}

function checkScenario(definition: Scenario): void {
  checkFields('defineScenario: ', FIELDS, definition);
  // Otherwise, a misspelt optional field would be without effect.
  checkOptions('defineScenario', definition, [...Object.keys(FIELDS), 'chapters', 'actors']);
  const { name, personas } = definition;
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
    throw malformed(
      `defineScenario: name must consist of a-z, 0-9 and single hyphens between them, but is ${formatValue(name)}`,
    );
  }
  personas.forEach((persona, i) => {
    checkFields(`Scenario ${name}: personas.${i}.`, PERSONA_FIELDS, persona);
    checkOptions(`Scenario ${name}: personas.${i}`, persona, Object.keys(PERSONA_FIELDS));
  });
  prefixing(`Scenario ${name}`, () => {
    checkChapters(definition.chapters, personas);
    checkActors(definition.actors);
  });
  for (const field of ['key', 'email', 'token'] as const) {
    // Only tokens are case-sensitive.
    const values = personas.map((persona) => (field === 'token' ? persona.token : persona[field].toLowerCase()));
    const twice = values.find((value, i) => values.indexOf(value) !== i);
    if (twice !== undefined) {
      throw malformed(`Scenario ${name}: two personas have the ${field} ${twice}; it must be unique`);
    }
  }
}

export function isScenario(value: unknown): value is Scenario {
  return firstInvalid(FIELDS, value) === undefined;
}

/** @throws MockError `malformed_data` for a value that is not a scenario, also if it was written without defineScenario. */
export function expectScenario(value: unknown, path: string): void {
  if (!isScenario(value)) {
    throw malformed(`${path}: must be a scenario, created with defineScenario, but is ${formatValue(value)}`);
  }
  prefixing(path, () => checkScenario(value));
}

/** The type of each field. Not a zod schema, because creating one would take longer than the rest of the import. */
type Fields = Readonly<Record<string, 'string' | 'function' | 'list'>>;
const FIELDS: Fields = { name: 'string', description: 'string', clock: 'string', personas: 'list', seed: 'function' };
const PERSONA_FIELDS: Fields = { key: 'string', email: 'string', token: 'string', description: 'string' };

function checkFields(prefix: string, fields: Fields, value: unknown): void {
  const invalid = firstInvalid(fields, value);
  if (invalid === undefined) return;
  const given = formatValue((value as Record<string, unknown> | null | undefined)?.[invalid]);
  throw malformed(`${prefix}${invalid} must be a ${fields[invalid]}, but is ${given}`);
}

/** The first field that is missing or has another type. */
function firstInvalid(fields: Fields, value: unknown): string | undefined {
  const given = Object(value);
  return Object.keys(fields).find((name) =>
    fields[name] === 'list' ? !Array.isArray(given[name]) : typeof given[name] !== fields[name],
  );
}
