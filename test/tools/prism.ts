import type { Mock } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { onTestFinished } from 'vitest';
import { loadTool } from './tool.js';

const prism = loadTool('@stoplight/prism-http-server');
const { getHttpOperationsFromSpec } = loadTool('@stoplight/prism-http');
const { createLogger } = loadTool('@stoplight/prism-core');

/**
 * Starts a server, and Prism in front of it, a proxy that validates answers against the OpenAPI document of the mock. Returns
 * the URL of Prism.
 */
export async function serveThroughPrism(mock: Mock): Promise<string> {
  const server = await createServer(mock, { port: 0 }).listen();
  onTestFinished(() => server.close());
  const config = { isProxy: true, upstream: new URL(server.url), checkSecurity: false, mock: false, errors: false };
  const proxy = prism.createServer(await getHttpOperationsFromSpec(await mock.openapi()), {
    components: { logger: createLogger('Prism', { enabled: false }) },
    cors: false,
    config: { ...config, validateRequest: false, validateResponse: true },
  });
  onTestFinished(() => proxy.close());
  return proxy.listen(0, '127.0.0.1');
}

/** What Prism says about an answer in the header `sl-violations`; null if the document does not describe the request. */
export function violationsIn(header: string | null): string[] | null {
  const violations: { location: string[]; message: string }[] = JSON.parse(header ?? '[]');
  if (violations.some(({ message }) => /^(Selected route|Route|Path) not found/i.test(message))) return null;
  return violations
    .filter(({ location: [part] }) => part === 'response')
    .map(({ location, message }) => `${location.join('.')}: ${message}`);
}
