import { casesAbout } from '../cases-about.js';

export const tokenCases = casesAbout('public-api/token')({
  missing: {
    title: 'a request without a token gets 401',
    ids: ['PUB-A1', 'X5'],
    steps: ({ publicApi }) => publicApi.get('/brief', { expect: { status: 401 } }),
  },
  'missing-everywhere': {
    title: 'every GET requires a token, and so does an unknown brief',
    ids: ['PUB-A1', 'P22'],
    steps: async ({ publicApi, name }) => {
      const brief = `/brief/${name('slug')}`;
      for (const path of [brief, `${brief}/${name('gid')}`, '/bookmark/brief', '/bookmark/article']) {
        await publicApi.get(path, { expect: { status: 401 } });
      }
    },
  },
  'missing-in-writes': {
    title: 'adding and removing a bookmark requires a token',
    ids: ['PUB-A1', 'P22'],
    creates: ['public-api/bookmark'],
    steps: async ({ publicApi, name }) => {
      const ofBrief = `/bookmark/${name('slug')}/${name('gid')}`;
      for (const path of [ofBrief, `${ofBrief}/${name('article')}`]) {
        await publicApi.post(path, { expect: { status: 401 } });
        await publicApi.delete(path, { expect: { status: 401 } });
      }
    },
  },
  bearer: {
    title: 'a valid token without the word Bearer gets 401',
    ids: ['PUB-A2', 'P2'],
    needs: ['reader'],
    steps: async ({ reader }) => {
      for (const authorization of [reader.token, `Token ${reader.token}`]) {
        await reader.get('/brief', { headers: { authorization }, expect: { status: 401 } });
      }
    },
  },
  'bearer-case': {
    title: 'the word Bearer is case-insensitive',
    ids: ['P2'],
    needs: ['reader'],
    steps: async ({ reader, expect }) => {
      for (const word of ['bearer', 'BEARER']) {
        const { status } = await reader.get('/brief', {
          headers: { authorization: `${word} ${reader.token}` },
          expect: { status: [200, 401] },
        });
        expect(status, 200);
      }
    },
  },
  modes: {
    title: 'only tokens that were issued are valid',
    ids: ['P2'],
    needs: ['reader'],
    switch: 'tokens',
    steps: async ({ reader, publicApi, name, observe }) => {
      const isValid = async (token: string) => {
        const { status } = await publicApi.get('/brief', {
          headers: { authorization: `Bearer ${token}` },
          expect: { status: [200, 401] },
        });
        return status !== 401;
      };
      if (await isValid(name('token'))) observe('any');
      else observe((await isValid(unsignedJwt(reader.email))) ? 'jwt' : 'issued');
    },
  },
});

/** A JWT with a signature that is not valid. */
function unsignedJwt(email: string): string {
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ email, sub: email })}.${part({ not: 'a signature' })}`;
}
