import type { OpenApiDocument } from 'briefs-mock';
import type { Dice } from './fuzz-dice.js';
import type { Records, Related } from './fuzz-records.js';

/** The keywords of JSON Schema that the OpenAPI document uses, and that values are generated from. */
export interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
}

/** Generates values that a schema allows. They refer to existing records where a field is named like one of theirs. */
export class Values {
  readonly #document: OpenApiDocument;
  readonly #records: Records;
  readonly #dice: Dice;
  #created = 0;

  constructor(document: OpenApiDocument, records: Records, dice: Dice) {
    this.#document = document;
    this.#records = records;
    this.#dice = dice;
  }

  /** `related` are values that belong together, by the names of fields. */
  of(schema: Schema, name: string, related: Related): unknown {
    const dice = this.#dice;
    if (schema.$ref !== undefined) return this.of(this.#resolve(schema.$ref), name, related);
    if (schema.anyOf !== undefined) return this.of(dice.pick(schema.anyOf), name, related);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined)
      return schema.enum.includes(related[name]) && dice.chance(0.7) ? related[name] : dice.pick(schema.enum);
    const type = typeof schema.type === 'string' ? schema.type : dice.pick(schema.type ?? ['string']);
    const known = this.#known(type, name, related);
    if (known !== undefined) return known;
    switch (type) {
      case 'null':
        return null;
      case 'boolean':
        return dice.chance(0.5);
      case 'integer':
      case 'number':
        return this.#number(schema, name);
      case 'array':
        return this.#array(schema, name, related);
      case 'object':
        return this.#object(schema, related);
      default:
        return this.#text(schema, name);
    }
  }

  #resolve(ref: string): Schema {
    const steps = ref.slice(2).split('/');
    return steps.reduce((from, step) => (from as Record<string, unknown>)[step], this.#document as unknown) as Schema;
  }

  /** A value that existing records have in a field of this name. */
  #known(type: string, name: string, related: Related): unknown {
    const dice = this.#dice;
    const value = related[name] !== undefined && dice.chance(0.7) ? related[name] : this.#records.value(name, dice);
    const expected = type === 'integer' ? 'number' : type;
    const fits = typeof value === expected && type !== 'object' && value !== null;
    return fits && dice.chance(0.65) ? value : undefined;
  }

  #number({ minimum, maximum }: Schema, name: string): number {
    // A long delay would only make the fuzzer wait.
    if (name === 'delay_ms' || name === 'min' || name === 'max') return this.#dice.below(2);
    const limits = [minimum, maximum].filter((limit) => limit !== undefined);
    return this.#dice.pick([1, 2, 3, 1 + this.#dice.below(40), ...limits]);
  }

  #text({ minLength = 0, maxLength = 300, pattern }: Schema, name: string): string {
    const dice = this.#dice;
    this.#created += 1;
    if (/email/.test(name)) return `fuzz${this.#created}@${dice.pick(['acme.example', 'reader.example'])}`;
    if (name === 'sessions') return dice.pick(['all', 'fuzz-*']);
    if (name === 'path') return dice.pick(['/user-data/v1/user', '/public-api/*', '/user-preference/v1/*']);
    if (name === 'now') return dice.pick(['2026-03-04T10:00:00Z', '2026-04-01T00:00:00+02:00', '2030-01-01T00:00:00Z']);
    if (pattern !== undefined) return `n${this.#created}`;
    const text = dice.pick([
      `fuzz-${this.#created}`,
      'x'.repeat(Math.max(minLength, 1)),
      'é'.repeat(Math.min(maxLength, 300)),
      'a b',
    ]);
    return text.slice(0, maxLength).padEnd(minLength, 'x');
  }

  #array({ items = {}, minItems = 0 }: Schema, name: string, related: Related): unknown[] {
    const length = Math.max(minItems, this.#dice.pick([0, 1, 1, 1, 2, 3]));
    return Array.from({ length }, () => this.of(items, name, related));
  }

  #object({ properties, required = [], additionalProperties }: Schema, related: Related): unknown {
    const dice = this.#dice;
    if (properties === undefined && typeof additionalProperties === 'object') {
      const names = dice.pick([['page'], ['x-fuzz'], ['name', 'email']]);
      return Object.fromEntries(names.map((name) => [name, this.of(additionalProperties, name, related)]));
    }
    const present = Object.entries(properties ?? {}).filter(([name]) => required.includes(name) || dice.chance(0.4));
    return Object.fromEntries(present.map(([name, schema]) => [name, this.of(schema, name, related)]));
  }
}
