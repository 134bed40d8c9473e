import { expect, it } from 'vitest';
import type { ServiceDescription } from '../support/bodies.js';
import { open } from '../support/user-data.js';

async function describeService(): Promise<ServiceDescription> {
  const { send } = open();
  const { status, json } = await send<ServiceDescription>('GET', '/user-data/service-description');
  expect(status).toBe(200);
  return json.data;
}

it('D28: the service description lists the routes of the specification', async () => {
  const { routes } = await describeService();
  const lines = Object.entries(routes.v1 ?? {}).map(
    ([path, methods]) => `${path}: ${[...methods].sort().join(', ')}\n`,
  );
  // `vitest -u` writes the file: compare it with the specification.
  await expect(lines.sort().join('')).toMatchFileSnapshot('routes.txt');
});

it('D28: every listed route is answered, and every other method of its path gets 405', async () => {
  const { send } = open();
  const { routes } = await describeService();
  for (const [pattern, methods] of Object.entries(routes.v1 ?? {})) {
    const path = `/user-data/v1${pattern.replaceAll(/\{\w+:int\}/g, '1')}`;
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status } = await send(method, path);
      if (methods.includes(method.toLowerCase())) expect(status, `${method} ${path}`).not.toBe(405);
      else expect(status, `${method} ${path}`).toBe(405);
    }
  }
});
