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

it('X15: the service description lists v1 and v2, and v2 has no routes', async () => {
  const { versions, routes } = await describeService();
  expect(versions).toEqual(['v1', 'v2']);
  expect(Object.keys(routes)).toEqual(['v1', 'v2']);
  expect(routes.v2).toEqual({});
});

it('D28: name, Python version, packages and middleware have the form of the specification', async () => {
  const { python_version, installed_packages, name, middleware } = await describeService();
  expect(name).toBe('user-data');
  expect(python_version).toMatch(/^3\.\d+\.\d+$/);
  expect(installed_packages.length).toBeGreaterThan(0);
  for (const installed of installed_packages) expect(installed).toMatch(/^[\w.-]+==[\w.]+$/);
  expect(middleware.some((step) => step.includes('authentication'))).toBe(true);
});

it('D28: the service description is always the same', async () => {
  expect(await describeService()).toEqual(await describeService());
});

it('Service description: the path has no version, and methods other than GET get 405', async () => {
  const { send, refusal } = open();
  expect(await refusal('GET', '/service-description')).toBe('404 no_such_route');
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const { status, headers } = await send(method, '/user-data/service-description');
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  }
});
