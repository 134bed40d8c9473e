import * as z from 'zod/mini';
import { casesAbout } from '../cases-about.js';

/** What the public API has in common with the others: formats, methods, paths. */
export const protocolCases = casesAbout('public-api/protocol', { needs: ['reader'] })({
  error: {
    title: 'an error has no data, and one item with status, code and message',
    ids: ['X4', 'X5', 'P13'],
    steps: async ({ reader, name }) => {
      const error = { status: 404, code: 'not_found', message: z.string().check(z.minLength(1)) };
      await reader.get(`/brief/${name('slug')}`, { expect: { status: 404, body: { data: null, error: [error] } } });
    },
  },
  unauthorized: {
    title: 'the error without a token has the same format, and the code unauthorized',
    ids: ['X4', 'X5'],
    needs: [],
    steps: async ({ publicApi }) => {
      const error = { status: 401, code: 'unauthorized', message: z.string().check(z.minLength(1)) };
      await publicApi.get('/brief', { expect: { status: 401, body: { data: null, error: [error] } } });
    },
  },
  'unknown-path': {
    title: 'an unknown path gets 404 no_such_route',
    ids: ['X5'],
    steps: ({ reader, name }) =>
      reader.get(`/${name('route')}`, {
        expect: { status: 404, body: { error: [{ status: 404, code: 'no_such_route' }] } },
      }),
  },
  'other-version': {
    title: 'a path of another version gets 404 no_such_version',
    ids: ['PUB-R13', 'X15'],
    steps: ({ reader }) =>
      reader.get('../public-api/v2/brief', {
        expect: { status: 404, body: { error: [{ code: 'no_such_version' }] } },
      }),
  },
  head: {
    title: 'HEAD is answered like GET, without the body',
    ids: ['X17'],
    steps: async ({ reader }) => {
      const { headers } = await reader.get('/brief');
      await reader.send('HEAD', '/brief', {
        expect: { body: undefined, headers: { 'content-type': headers.get('content-type') } },
      });
    },
  },
  preflight: {
    title: 'OPTIONS allows pages to send the headers Authorization and X-REQUEST-FROM',
    ids: ['X17', 'X25'],
    needs: [],
    steps: async ({ publicApi, origins }) => {
      const allowed = (name: RegExp) => z.string().check(z.regex(name));
      await publicApi.send('OPTIONS', '/bookmark/brief', {
        headers: {
          origin: origins[0] ?? 'https://conform.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization,x-request-from',
        },
        expect: {
          headers: {
            'access-control-allow-methods': allowed(/\bGET\b|^\*$/),
            'access-control-allow-headers': allowed(/(?=.*\bauthorization\b)(?=.*\bx-request-from\b)/i),
          },
        },
      });
    },
  },
  slash: {
    title: 'a slash at the end of the path makes no difference',
    ids: ['X18'],
    steps: async ({ reader }) => {
      const { data } = await reader.get('/brief');
      await reader.get('/brief/', { expect: { data } });
    },
  },
});
