import { newsroom } from '../seeds/index.js';
import { createMock } from './index.js';
import { canonicalPath, replaceFile } from './server-file.js';

/**
 * Prints the OpenAPI document, or writes it to a file: of all services, or of one. It has examples of the scenario
 * `newsroom`, and the address that a server has unless it is told otherwise.
 */
export async function openapi({ service, output: file }: { service?: string; output?: string }): Promise<void> {
  const mock = createMock({ scenario: newsroom, baseUrl: 'http://127.0.0.1:4010' });
  const text = `${JSON.stringify(await mock.openapi(service), null, 2)}\n`;
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    await replaceFile(await canonicalPath(file), text);
  } catch (error) {
    throw new Error(`${file} cannot be written: ${(error as Error).message}`);
  }
}
