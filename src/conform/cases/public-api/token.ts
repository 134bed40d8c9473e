import type { Case } from '../../case.js';

export const tokenCases: readonly Case[] = [
  {
    id: 'public-api/token/missing',
    title: 'a request without a token gets 401',
    ids: ['PUB-A1', 'X5'],
    steps: async ({ publicApi }) => {
      await publicApi.get('/brief', { expect: { status: 401 } });
    },
  },
  {
    id: 'public-api/token/modes',
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
];

/** A JWT with a signature that is not valid. */
function unsignedJwt(email: string): string {
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ email, sub: email })}.${part({ not: 'a signature' })}`;
}
