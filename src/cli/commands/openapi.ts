import { newsroom } from '../../../seeds/index.js';
import { createMock } from '../../index.js';
import { writeJson } from '../write-document.js';

/**
 * Prints the OpenAPI document of all services or of one, or writes it to a file. The examples are from the scenario
 * `newsroom`, and the base URL is the default one of the server.
 */
export async function openapi({ service, output: file }: { service?: string; output?: string }): Promise<void> {
  const mock = createMock({ scenario: newsroom, baseUrl: 'http://127.0.0.1:4010' });
  await writeJson(await mock.openapi(service), file);
}
