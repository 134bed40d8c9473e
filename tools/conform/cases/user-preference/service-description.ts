import * as z from 'zod/mini';
import type { Case } from '../../case.js';
import { containing } from '../../patterns.js';

/** The routes of the specification, as the service describes them. */
const routes = {
  application: ['get', 'post'],
  'entity-preference': ['get', 'post'],
  'generic-preference': ['get', 'post'],
  preference: ['get', 'post'],
  'preference-hierarchy': ['get', 'post'],
  'get-preference': ['post'],
  'set-preference': ['post'],
};

export const serviceDescriptionCases: readonly Case[] = [
  {
    id: 'user-preference/service-description/fields',
    title: 'GET /service-description, without a version in the path, answers the description as an object',
    ids: [
      ...['UP-E1', 'UP-R1', 'UP-V1', 'UP-V4', 'UP-F1', 'UP-F2', 'UP-F3', 'UP-F4', 'UP-F5', 'UP-F6', 'UP-R8'],
      ...['D28'],
    ],
    steps: async ({ userPreference }) => {
      const texts = z.array(z.string());
      const description = z.looseObject({
        python_version: z.string(),
        installed_packages: z.array(z.string().check(z.regex(/^[^=]+==[^=]+$/))),
        name: z.string(),
        versions: texts,
        middleware: texts,
        routes: z.record(z.string(), z.record(z.string(), z.array(z.string().check(z.regex(/^[a-z]+$/))))),
      });
      await userPreference.get('./service-description', { expect: { data: description } });
    },
  },
  {
    id: 'user-preference/service-description/versions',
    title: 'the description lists the versions v1 and v2',
    ids: ['UP-F4', 'UP-R8', 'X15'],
    steps: async ({ userPreference }) => {
      await userPreference.get('./service-description', { expect: { data: { versions: containing('v1', 'v2') } } });
    },
  },
  {
    id: 'user-preference/service-description/routes',
    title: 'the description lists the routes of v1 with their methods in lower case',
    ids: ['UP-F6', 'UP-R8', 'D28'],
    steps: async ({ userPreference, expect }) => {
      const { data } = await userPreference.get('./service-description');
      const listed = Object.entries<string[]>(data.routes.v1).map(([path, methods]) => ({
        path: path.replaceAll('/', ''),
        methods: methods.toSorted(),
      }));
      expect(listed, containing(...Object.entries(routes).map(([path, methods]) => ({ path, methods }))));
    },
  },
  {
    id: 'user-preference/service-description/ids',
    title: 'the description writes ids in paths as {pk:int}',
    ids: ['UP-F6', 'D28'],
    steps: async ({ userPreference, expect }) => {
      const { data } = await userPreference.get('./service-description');
      const withId = Object.keys(data.routes.v1).filter((path) => path.includes('{'));
      expect(withId, z.array(z.string().check(z.regex(/\{\w+:int\}/))).check(z.minLength(5)));
    },
  },
  {
    id: 'user-preference/service-description/authentication',
    title: 'the middleware contains an authentication step',
    ids: ['UP-A1', 'UP-F5'],
    steps: async ({ userPreference, expect }) => {
      const { data } = await userPreference.get('./service-description');
      expect(data.middleware.join(' '), z.string().check(z.regex(/auth/i)));
    },
  },
];
