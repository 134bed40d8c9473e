import type { Case } from '../../case.js';

export const userCases: readonly Case[] = [
  {
    id: 'user-data/user/first-name',
    title: 'two users may have the same first name',
    ids: ['D4'],
    creates: ['user-data/user'],
    switch: 'uniqueFirstName',
    steps: async ({ userData, name, email }) => {
      const fname = name('first');
      await userData.post('/user', { body: [{ fname, lname: 'One', email: email() }] });
      await userData.post('/user', {
        body: [{ fname, lname: 'Two', email: email() }],
        sides: { false: { data: [{ fname, lname: 'Two' }] }, true: { status: 409 } },
      });
    },
  },
];
