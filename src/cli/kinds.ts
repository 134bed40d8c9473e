import { InvalidArgumentError } from 'commander';
import * as z from 'zod/mini';
import { requiredText, tokenText } from '../foundation/common-schemas.js';
import { grouped } from '../foundation/grouped.js';
import { malformed } from '../foundation/mock-error.js';
import { originOf } from '../protocol/origin.js';
import { sessionNameSchema } from '../protocol/session-name.js';

/** A kind of value: what a config file accepts, how a flag is read, and what the reference pages say about both. */
export interface SettingKind<Value> {
  /** The value in a config file. */
  readonly schema: z.core.$ZodType<Value>;
  /** The value of a flag; a flag without a value has none. `previous` is what the flag was before, if it is repeatable. */
  readonly parse?: (text: string, previous?: never) => Value;
  /** The values that a config file accepts, for the reference page. */
  readonly values: string;
  /** Added to the description of the flag in the reference page. */
  readonly ofFlag?: string;
  /** Whether a path in a config file is relative to the folder of the file. */
  readonly isPath?: true;
}

export const onOff: SettingKind<boolean> = { schema: z.boolean(), values: '`true` or `false`' };

export function integer(least: number, greatest = Number.MAX_SAFE_INTEGER): SettingKind<number> {
  const range = rangeText(least, greatest);
  return {
    schema: z.int().check(z.minimum(least), z.maximum(greatest)),
    parse: integerFrom(least, greatest),
    values: `An integer from ${range}`,
    ofFlag: range,
  };
}

/** Seconds: in a config file any number, as a flag an integer. */
export function seconds(least: number, greatest = Number.MAX_SAFE_INTEGER): SettingKind<number> {
  const schema = z.number().check(greatest === Number.MAX_SAFE_INTEGER ? z.positive() : z.minimum(least));
  return {
    schema: schema.check(z.maximum(greatest)),
    parse: integerFrom(least, greatest),
    values: `A number of seconds${least > 0 ? ' above 0' : `, ${rangeText(least, greatest)}`}`,
    ofFlag: rangeText(least, greatest),
  };
}

export const anyText = { schema: z.string(), parse: String };

export function text(values: string): SettingKind<string> {
  return { schema: requiredText, parse: notEmpty, values };
}

export function file(values = 'The path of a file'): SettingKind<string> {
  return { ...text(values), isPath: true };
}

export const bearerToken: SettingKind<string> = {
  schema: tokenText,
  parse: (token) => {
    const { success, error } = z.safeParse(tokenText, token);
    if (success) return token;
    const end = /\s$/.test(token) ? ', but ends with white space, such as a line break' : '';
    // After an InvalidArgumentError, commander prints the value.
    throw malformed(`${error.issues[0]?.message}${end}`);
  },
  values: 'A token',
};

/** Rejects an empty value: usually an unset variable in a script. */
export function notEmpty(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It must not be empty.');
}

export function sessionName(text: string): string {
  const { success, error } = z.safeParse(sessionNameSchema, text);
  if (success) return text;
  throw new InvalidArgumentError(`It ${error.issues[0]?.message}.`);
}

export function addText(text: string, previous: string[] = []): string[] {
  return [...previous, notEmpty(text)];
}

export function addListedOrigin(origin: string, previous: string[] = []): string[] {
  const sent = originOf(origin);
  if (sent !== undefined) return [...previous, sent];
  throw new InvalidArgumentError(
    'It must be a scheme and a host, optionally with a port, such as https://app.example.',
  );
}

export function addOrigin(origin: string, previous?: '*' | string[]): '*' | string[] {
  if (previous !== undefined && (origin === '*') !== (previous === '*')) {
    throw new InvalidArgumentError('It must be given as * alone, or as origins.');
  }
  return origin === '*' || previous === '*' ? '*' : addListedOrigin(origin, previous);
}

function integerFrom(least: number, greatest: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= greatest) return value;
    throw new InvalidArgumentError(`It must be an integer from ${least} to ${greatest}.`);
  };
}

function rangeText(least: number, greatest: number): string {
  return greatest === Number.MAX_SAFE_INTEGER ? `${least}` : `${least} to ${grouped(greatest)}`;
}
