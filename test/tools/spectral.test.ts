import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { expect, it } from 'vitest';
import { loadTool } from './tool.js';

const { Spectral } = loadTool('@stoplight/spectral-core');
const { oas } = loadTool('@stoplight/spectral-rulesets');

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly path: readonly (string | number)[];
}

async function problemsOf(document: object): Promise<string[]> {
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[oas, 'recommended']] });
  const problems: Problem[] = await spectral.run(document);
  return problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`);
}

const mock = createMock({ scenario: newsroom });

it('Spectral has no complaint about the OpenAPI document', async () => {
  expect(await problemsOf(await mock.openapi())).toEqual([]);
});

it('Spectral complains about an operation without a description', async () => {
  const document = JSON.parse(JSON.stringify(await mock.openapi('public-api')));
  delete document.paths['/public-api/v1/brief'].get.description;
  expect(await problemsOf(document)).toEqual([expect.stringContaining('operation-description')]);
});
