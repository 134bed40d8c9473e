import { HIDDEN } from '../foundation/secrets.js';

/** A copy of a value in which no text contains one of the tokens. */
export function withoutTokens<Value>(value: Value, tokens: readonly string[]): Value {
  if (typeof value === 'string') {
    return tokens.reduce<string>((text, token) => text.replaceAll(token, HIDDEN), value) as Value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withoutTokens(item, tokens)) as Value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withoutTokens(field, tokens)])) as Value;
}
