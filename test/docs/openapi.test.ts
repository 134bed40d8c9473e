import { Ajv2020 } from 'ajv/dist/2020.js';
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { expect, test } from 'vitest';

// The example of validation in docs/reference/openapi.md.

const mock = createMock({ scenario: newsroom });
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(await mock.openapi('public-api'), 'api');
const isDocument = ajv.compile({ $ref: 'api#/components/schemas/BriefDocument' });

test('an answer of the mock is valid against its schema in the document', async () => {
  const headers = { authorization: `Bearer ${mock.tokenFor('alice@acme.example')}` };
  const { data } = await (await mock.fetch('/public-api/v1/brief/front-page', { headers })).json();
  expect(isDocument(data), ajv.errorsText(isDocument.errors)).toBe(true);
});

test('a wrong answer is invalid', () => {
  expect(isDocument({ gid: 7 })).toBe(false);
});
