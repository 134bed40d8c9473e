import * as fc from 'fast-check';

/** JSON texts, since parsing and serializing would change some numbers and keys. */
const oddValues = [
  ...['null', 'true', 'false', '0', '-0', '1', '2', '-1', '1.5', '1.0', '1e0', '1e400', '-1e400', '1e-400'],
  ...['9007199254740991', '9007199254740992', '9007199254740993', '99999999999999999999', '4294967296', '2147483648'],
  ...['""', '" "', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00x"', '"\\ud83d\\ude00"', '"\\u2028"', '"\\ufeff"'],
  ...['"1"', '"01"', '"null"', '"[object Object]"', '"__proto__"', '"constructor"', '"toString"', '"%"', '"\'"'],
  ...['"ann@acme.example"', '"ANN@ACME.EXAMPLE"', '"\\u0130@\\u0130"', '"a@b@c"', '"@"', '"ann@acme.example\\u0000"'],
  ...['[]', '[[]]', '[null]', '[{}]', '[1,"a"]', '{}', '{"":1}', '{"a":{"b":[]}}', '{"length":5}', '{"then":1}'],
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}', '{"a":1e400}', '{"toJSON":1}'],
];

/** Any code point. The unit `binary` of fast-check has the same ones, and takes more than a second to list them. */
export const anyCharacter = fc.nat(0x10ffff - 0x800).map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));

/** The JSON of an odd value. */
export const oddValue = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...oddValues) },
  { weight: 3, arbitrary: fc.string({ unit: anyCharacter, maxLength: 12 }).map((text) => JSON.stringify(text)) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1000, max: 50_000 }).map((n) => JSON.stringify('x'.repeat(n))) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }).map((n) => '['.repeat(n) + ']'.repeat(n)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }).map((n) => `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`) },
);

export const oddKey = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'id', 'status', '', '0'),
  fc.constantFrom("preference_value'", 'preference_value', 'application', 'type', 'action', 'user_id', 'email'),
  fc.string({ unit: anyCharacter, maxLength: 4 }),
);

/** Bodies that are not JSON. */
export const notJson = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    '[{',
    'nul',
    '[1 2]',
    "{'a':1}",
    'NaN',
    'undefined',
    '[]]',
    '\u0000',
    '{"a":1e}',
    '[,]',
  ),
  fc.constantFrom('{"a":1,}', '"\n"', '01', '+1', '.5', '0x1', '"\\x41"', '"\\ud8"', '\ufeff[]', '// []', '[]//', '--'),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.uint8Array({ minLength: 1, maxLength: 20 }),
  fc.constantFrom(new Uint8Array([0x22, 0xff, 0x22]), new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])),
);

/** A path segment, as it is sent: often an id. */
export const oddId = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('1', '1', '1', '2', '3') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...['0', '99', '01', '1.0', '1e0', '-1', '+1', '9007199254740991', '9007199254740992', '9007199254740993'],
      ...['%00', '1%00', '%2e%2e%2f1', '..%2f', '%2f', '%', '%f', '%ff', '%ed%a0%80', '%20', '1%20', '1;a', '*', '[]'],
      ...['__proto__', 'constructor', 'NaN', 'null', '%EF%BC%91', '0x1', '9'.repeat(400), 'x'.repeat(5000)],
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: anyCharacter, minLength: 1, maxLength: 6 })
      .map(encodeURIComponent)
      .filter((segment) => !/^\.+$/.test(segment)),
  },
);

export const oddQueryValue = fc.oneof(
  fc.constantFrom('', '0', '1', '2', '-1', '01', '1.5', '1e9', 'abc', '9007199254740991', '9007199254740993', '1e400'),
  fc.constantFrom('%', '%25', '%00', '%ff', '%ed%a0%80', '%25%25%25', '+', '[]', '{}', 'null', '%22', '{"a":1e400}'),
  fc.constantFrom('ann@acme.example', 'ANN@acme.example', '%25acme%25', 'steel-wire', 'theme', 'colour,topics', ',,'),
  fc.constantFrom('{"mode":"dark"}', '{"__proto__":{}}', '{"mode":{"a":[]}}', '{"mode":"%25"}', '%7B%22a', '[[[[]]]]'),
  fc.string({ unit: anyCharacter, maxLength: 6 }).map(encodeURIComponent),
);

export const oddHeaders = fc
  .record(
    {
      'x-request-from': fc.constantFrom('portal', '', ' ', '\u00e9', 'x'.repeat(5000), 'a, b', '__proto__'),
      'content-type': fc.constantFrom('text/plain', '', 'application/json; charset=utf-16', 'multipart/form-data', '/'),
      authorization: fc.constantFrom('Bearer x', 'Bearer', 'Basic eDp5', '', 'x'.repeat(5000)),
      accept: fc.constantFrom('text/html', '*/*', ''),
      'x-http-method-override': fc.constantFrom('DELETE', 'GET'),
      origin: fc.constantFrom('null', 'https://front.example', ''),
      cookie: fc.constantFrom('a=b', '__proto__=1'),
    },
    { requiredKeys: [] },
  )
  .map((headers) => headers as Record<string, string>);
