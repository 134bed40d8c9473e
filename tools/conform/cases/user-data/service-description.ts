import * as z from 'zod/mini';
import type { Case } from '../../case.js';

const texts = z.array(z.string());

export const serviceDescriptionCases: readonly Case[] = [
  {
    id: 'user-data/service-description/fields',
    title: 'the service description is an object with the versions, the packages and the routes of the service',
    ids: ['UD-E1', 'UD-R1', 'UD-F1', 'UD-F2', 'UD-F3', 'UD-F4', 'UD-F5', 'UD-F6'],
    steps: async ({ userData }) => {
      await userData.get('./service-description', {
        expect: {
          data: {
            python_version: z.string(),
            installed_packages: z.array(z.string().check(z.regex(/^[^=]+==[^=]+$/))),
            name: z.string(),
            versions: texts,
            middleware: texts,
            routes: z.record(z.string(), z.record(z.string(), z.array(z.string().check(z.lowercase())))),
          },
        },
      });
    },
  },
  {
    id: 'user-data/service-description/versions',
    title: 'the service description lists v1 and v2, each with its routes',
    ids: ['UD-R39'],
    steps: async ({ userData, expect }) => {
      const { data } = await userData.get('./service-description', { expect: { data: { versions: ['v1', 'v2'] } } });
      expect(Object.keys(data.routes).sort(), ['v1', 'v2']);
    },
  },
  {
    id: 'user-data/service-description/middleware',
    title: 'the middleware in the service description contains an authentication step',
    ids: ['UD-A1'],
    steps: async ({ userData, expect }) => {
      const { data } = await userData.get('./service-description');
      const isAuthentication = (step: string) => /auth/i.test(step);
      expect(data.middleware.some(isAuthentication), true);
    },
  },
  {
    id: 'user-data/service-description/routes',
    title: 'the routes in the service description are relative to the version, with ids written as {pk:int}',
    ids: ['D28'],
    steps: async ({ userData, expect }) => {
      const { data } = await userData.get('./service-description');
      const { v1 } = data.routes;
      const methods = (path: string) => [...(v1[path] ?? [])].sort();
      expect(methods('/client'), ['get', 'post']);
      expect(methods('/client/{pk:int}'), ['delete', 'get', 'put']);
    },
  },
];
