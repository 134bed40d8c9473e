import { createConfig, lintFromString } from '@redocly/openapi-core';
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { expect, it } from 'vitest';

/** Rules that the strictest set of the linter does not include. */
const rules = {
  'array-parameter-serialization': 'error',
  'no-enum-type-mismatch': 'error',
  'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false },
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'no-required-schema-properties-undefined': 'error',
  'no-schema-type-mismatch': 'error',
  'no-unused-components': 'error',
  'operation-operationId': 'error',
  'operation-operationId-unique': 'error',
  'operation-operationId-url-safe': 'error',
  'operation-singular-tag': 'error',
  'operation-tag-defined': 'error',
  'response-contains-header': { severity: 'error', names: { '2xx': ['X-Request-Id'], '4xx': ['X-Request-Id'] } },
  'spec-strict-refs': 'error',
  'tag-description': 'error',
} as const;

/** The whole document has the examples of its parts, and to check them takes most of the time. */
const rulesOfWhole = {
  ...rules,
  'no-invalid-media-type-examples': 'off',
  'no-invalid-parameter-examples': 'off',
  'no-invalid-schema-examples': 'off',
} as const;

const mock = createMock({ scenario: newsroom });

/** A stream of events has no id, so that to watch a session changes nothing. */
const withoutId =
  'response-contains-header: Response object must contain a "X-Request-Id" header. #/paths/~1__mock~1events/get/responses/200/headers';

it.each([
  [undefined, rulesOfWhole, [withoutId]],
  ['public-api', rules, []],
  ['user-data', rules, []],
  ['user-preference', rules, []],
  ['control', rules, [withoutId]],
] as const)(
  'The OpenAPI document (%s) is valid, and its examples match their schemas',
  async (service, rules, known) => {
    const config = await createConfig({ extends: ['recommended-strict'], rules });
    const problems = await lintFromString({ source: JSON.stringify(await mock.openapi(service)), config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual(
      known,
    );
  },
);

it('The linter reports an invalid example, a duplicate operationId and an unused component', async () => {
  const document = JSON.parse(JSON.stringify(await mock.openapi('public-api')));
  const list = document.paths['/public-api/v1/brief'].get;
  list.responses[200].content['application/json'].examples.newsroom.value.data[0].name = 7;
  list.operationId = 'postPublicApiBookmarkByBriefSlugAndBriefGid';
  document.components.schemas.Nobody = { type: 'string' };
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ ruleId }) => ruleId).sort()).toEqual([
    'no-invalid-media-type-examples',
    'no-unused-components',
    'operation-operationId-unique',
  ]);
});
