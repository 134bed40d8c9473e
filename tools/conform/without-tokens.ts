import { HIDDEN } from '../../src/foundation/secrets.js';

/** The parts of a report that contain JSON of the server, in which a token may be a key too. */
const foreign = ['body', 'sent', 'expected'];

/** A copy of a report in which no text contains one of the tokens. */
export function withoutTokens<Value>(value: Value, tokens: readonly string[], isForeign = false): Value {
  const hide = (text: string) => tokens.reduce((rest, token) => rest.replaceAll(token, HIDDEN), text);
  if (typeof value === 'string') return hide(value) as Value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withoutTokens(item, tokens, isForeign)) as Value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      isForeign ? hide(key) : key,
      withoutTokens(field, tokens, isForeign || foreign.includes(key)),
    ]),
  ) as Value;
}
