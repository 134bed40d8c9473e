import type { Case } from '../../case.js';

export const contentTypeCases: readonly Case[] = [
  {
    id: 'user-data/content-type/missing',
    title: 'a body is read as JSON, also without the header Content-Type',
    ids: ['X16'],
    switch: 'requireContentType',
    steps: ({ userData }) =>
      userData.post('/get-preference', {
        headers: { 'content-type': null },
        body: { id: [0] },
        sides: { false: { data: [] }, true: { status: 415 } },
      }),
  },
];
