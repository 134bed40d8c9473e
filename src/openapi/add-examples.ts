import type { OpenApiDocument } from '../control/openapi-document.js';
import type { Service } from '../protocol/service.js';
import { type Example, type ExampleSource, exampleOf } from './examples.js';
import { templateOf } from './operation.js';

/** The parts of an operation that take examples. */
interface Operation {
  parameters: { in?: 'path' | 'query' | 'header'; name?: string; example?: unknown }[];
  requestBody?: { content: Content };
  responses: { 200: { content: Content } };
}
type Content = { 'application/json': { examples?: Record<string, { summary: string; value: unknown }> } };

/** Adds the example of each route, if there is one, to its operations. */
export async function addExamples(
  { paths }: OpenApiDocument,
  services: readonly Service[],
  source: ExampleSource,
): Promise<void> {
  const { scenario } = source.session.state;
  for (const service of services) {
    for (const route of service.routes) {
      const example = await exampleOf(service, route, source);
      if (example === undefined) continue;
      for (const path of [route.path, ...route.aliases]) {
        addExample(paths[templateOf(path)]?.[route.method.toLowerCase()] as Operation, example, scenario);
      }
    }
  }
}

function addExample({ parameters, requestBody, responses }: Operation, example: Example, scenario: string): void {
  const { params, query, headers, body } = example.request;
  const values = { path: params, query, header: headers };
  for (const parameter of parameters) {
    const value = parameter.in && parameter.name && values[parameter.in]?.[parameter.name];
    if (value !== undefined) parameter.example = value;
  }
  const named = (value: unknown) => ({ [scenario]: { summary: `In the scenario ${scenario}`, value } });
  if (requestBody !== undefined && body !== undefined) requestBody.content['application/json'].examples = named(body);
  responses[200].content['application/json'].examples = named(example.answer);
}
