import { describe, expect, it } from 'vitest';
import type { ServiceDescription } from '../support/bodies.js';
import { open, refusalIn } from '../support/user-preference.js';

const PATH = '/user-preference/service-description';

describe('The service description of the user-preference API', () => {
  async function described(): Promise<ServiceDescription> {
    return (await open().send<ServiceDescription>('GET', PATH)).json.data;
  }

  it('UP-E1, UP-R1, D28: GET /service-description, without a version in the path, answers an object', async () => {
    const { status, json } = await open().send('GET', PATH);
    expect(status).toBe(200);
    expect(Object.keys(json.data as object)).toEqual([
      'python_version',
      'installed_packages',
      'name',
      'versions',
      'middleware',
      'routes',
    ]);
  });

  it('UP-R1, X5: GET /v1/service-description gets 404 no_such_route', async () => {
    const answer = await open().send('GET', '/user-preference/v1/service-description');
    expect(refusalIn(answer)).toMatchObject({ status: 404, code: 'no_such_route' });
  });

  it('UP-F1, UP-F2, UP-F3: it has the versions of Python and of the packages, and the service name', async () => {
    const { python_version, installed_packages, name } = await described();
    expect(python_version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(installed_packages.length).toBeGreaterThan(0);
    for (const each of installed_packages) expect(each).toMatch(/^[\w.-]+==[\w.]+$/);
    expect(name).toBe('user-preference');
  });

  it('UP-F5, UP-A1: its middleware contains authentication', async () => {
    expect((await described()).middleware).toContain('authentication');
  });

  it('UP-F4, UP-R8, X15: it lists the versions v1 and v2, and v2 has no routes', async () => {
    const { versions, routes } = await described();
    expect(versions).toEqual(['v1', 'v2']);
    expect(Object.keys(routes)).toEqual(['v1', 'v2']);
    expect(routes.v2).toEqual({});
  });

  it('UP-F6, UP-R8, D28: its routes map the paths below the version to their methods in lower case', async () => {
    expect((await described()).routes.v1).toEqual({
      '/application': ['get', 'post'],
      '/application/{pk:int}': ['put', 'delete'],
      '/entity-preference': ['get', 'post'],
      '/entity-preference/{pk:int}': ['put', 'delete'],
      '/generic-preference': ['get', 'post'],
      '/generic-preference/{pk:int}': ['put', 'delete'],
      '/preference': ['get', 'post'],
      '/preference/{pk:int}': ['put', 'delete'],
      '/get-preference': ['post'],
      '/set-preference': ['post'],
      '/preference-hierarchy': ['get', 'post'],
      '/preference-hierarchy/{pk:int}': ['put', 'delete'],
    });
  });

  it('D28: every path that it lists gets 405 for exactly the methods that it does not list', async () => {
    const { send } = open();
    const listed = Object.entries((await described()).routes.v1 ?? {});
    expect(listed).toHaveLength(12);
    for (const [pattern, methods] of listed) {
      const path = `/user-preference/v1${pattern.replace('{pk:int}', '99')}`;
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const { status, text } = await send(method, path, method === 'GET' ? {} : { body: [] });
        expect(text).not.toContain('no_such_route');
        expect(status === 405, `${method} ${path}: ${text}`).toBe(!methods.includes(method.toLowerCase()));
      }
    }
  });

  it('D28: it does not depend on the records of the mock', async () => {
    const { mock, send } = open();
    const before = (await send('GET', PATH)).json.data;
    mock.data.application.deleteMany({ where: {} });
    expect((await send('GET', PATH)).json.data).toEqual(before);
  });
});
