import { newsroom } from '../../../seeds/index.js';
import { createMock } from '../../index.js';
import { deliver } from '../write-document.js';

/**
 * Prints the OpenAPI document, or writes it to a file: of all services, or of one. It has examples of the scenario
 * `newsroom`, and the address that a server has unless it is told otherwise.
 */
export async function openapi({ service, output: file }: { service?: string; output?: string }): Promise<void> {
  const mock = createMock({ scenario: newsroom, baseUrl: 'http://127.0.0.1:4010' });
  await deliver(`${JSON.stringify(await mock.openapi(service), null, 2)}\n`, file);
}
