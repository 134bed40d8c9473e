import * as z from 'zod/mini';
import type { ApiName } from '../../../../src/protocol/service.js';
import { services } from '../../../../src/services/index.js';
import { containing } from '../../patterns.js';
import type { CasesAbout } from '../cases-about.js';

const texts = z.array(z.string());
const path = './service-description';

/** The two APIs that have preferences, and a description. */
export type PreferenceApi = Exclude<ApiName, 'public-api'>;

export const serviceDescriptionCases = (name: PreferenceApi): CasesAbout => ({
  fields: {
    title: 'GET /service-description, without a version in the path, answers the description as an object',
    ids: [
      ...['UD-E1', 'UD-R1', 'UD-F1', 'UD-F2', 'UD-F3', 'UD-F4', 'UD-F5', 'UD-F6', 'D28'],
      ...['UP-E1', 'UP-R1', 'UP-V1', 'UP-V4', 'UP-F1', 'UP-F2', 'UP-F3', 'UP-F4', 'UP-F5', 'UP-F6', 'UP-R8'],
    ],
    creates: [],
    steps: async ({ ours: isOurs }, api) => {
      const description = {
        python_version: z.string(),
        installed_packages: z.array(z.string().check(z.regex(/^[^=]+==[^=]+$/))),
        name: z.string(),
        versions: texts,
        middleware: texts,
        routes: z.record(z.string(), z.record(z.string(), z.array(z.string().check(z.lowercase())))),
      };
      await api.get(path, { expect: { data: description }, ours: { data: { ...description, name } } });
      for (const method of isOurs ? ['POST', 'PUT', 'DELETE'] : []) {
        const ours = { code: 'method_not_allowed', headers: { allow: 'GET, HEAD, OPTIONS' } };
        await api.send(method, path, { expect: { status: 405 }, ours });
      }
    },
  },
  versions: {
    title: 'the description lists the versions v1 and v2, each with its routes',
    ids: ['UD-R39', 'UP-F4', 'UP-R8', 'X15'],
    steps: (_, api) =>
      api.get(path, { expect: { data: { versions: containing('v1', 'v2'), routes: { v1: {}, v2: {} } } } }),
  },
  middleware: {
    title: 'the middleware contains an authentication step',
    ids: ['UD-A1', 'UP-A1', 'UP-F5'],
    steps: async ({ expect }, api) => {
      const { data } = await api.get(path);
      expect(data.middleware.join(' '), z.string().check(z.regex(/auth/i)));
    },
  },
  routes: {
    title: 'the routes are relative to the version, with ids written as {pk:int} and methods in lower case',
    ids: ['UP-F6', 'UP-R8', 'D28'],
    steps: async ({ expect }, api) => {
      const { data } = await api.get(path);
      const known = services.find((service) => service.name === name)?.routes ?? [];
      const listed = Object.entries<string[]>(data.routes.v1).map(([route, methods]) => ({
        route: route.replace(/\/$/, '').replaceAll(/\{\w+:int\}/g, '*'),
        methods: methods.toSorted(),
      }));
      const methodsOf = (route: string) =>
        known.filter((one) => one.path === `/${name}/v1${route}`).map(({ method }) => method.toLowerCase());
      const wanted = ['/application', '/application/:id', '/generic-preference/:id', '/get-preference'];
      expect(
        listed,
        containing(
          ...wanted.map((route) => ({ route: route.replace(':id', '*'), methods: methodsOf(route).toSorted() })),
        ),
      );
    },
  },
});
