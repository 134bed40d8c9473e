import { HIDDEN } from '../../src/foundation/secrets.js';

/** The parts of a report that contain JSON of the server, in which a token may be a key too. */
const foreign = ['body', 'sent', 'expected'];

/** A copy of a report in which no text contains one of the tokens. */
export function withoutTokens<Value>(report: Value, tokens: readonly string[]): Value {
  // The longest first: a token may begin with another one.
  const sorted = tokens.toSorted((one, other) => other.length - one.length);
  return hidden(report, (text) => sorted.reduce(withoutToken, text), false);
}

/** What is left of a token at the end of a text that was cut off is hidden too, unless it is too short to be of use. */
const SHORTEST_BEGINNING = 16;

function withoutToken(text: string, token: string): string {
  let rest = text.replaceAll(token, HIDDEN);
  const beginning = token.slice(0, SHORTEST_BEGINNING);
  for (let length = token.length - 1; length >= SHORTEST_BEGINNING && rest.includes(beginning); length--) {
    rest = rest.replaceAll(`${token.slice(0, length)}…`, `${HIDDEN}…`);
  }
  return rest;
}

function hidden<Value>(value: Value, hide: (text: string) => string, isForeign: boolean): Value {
  if (typeof value === 'string') return hide(value) as Value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => hidden(item, hide, isForeign)) as Value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      isForeign ? hide(key) : key,
      hidden(field, hide, isForeign || foreign.includes(key)),
    ]),
  ) as Value;
}
