import type { Case } from '../../case.js';

export const serviceTokenCases: readonly Case[] = [
  {
    id: 'user-data/service-token/missing',
    title: 'a request without a token is answered',
    ids: ['X13'],
    switch: 'serviceToken',
    steps: async ({ userData, behavior: { serviceToken }, observe }) => {
      const { status } = await userData.get('./service-description', {
        headers: { authorization: null },
        expect: { status: [200, 401] },
      });
      // The token of the server stays secret: a mock that requires one is given another.
      observe(status === 200 ? null : (serviceToken ?? 'service-token'));
    },
  },
];
