import type { Case } from '../../case.js';

export const clientCases: readonly Case[] = [
  {
    id: 'user-data/client/delete',
    title: 'DELETE of a client sets its status to deleted',
    ids: ['UD-T1'],
    creates: ['user-data/client'],
    steps: async ({ userData, name }) => {
      const {
        data: [client],
      } = await userData.post('/client', {
        body: [{ name: name('client'), short_name: name('short'), display_name: 'Conform', type: 'company' }],
      });
      await userData.delete(`/client/${client.id}`, { expect: { data: [{ id: client.id, status: 'deleted' }] } });
    },
  },
  {
    id: 'user-data/client/deleted',
    title: 'a deleted client can be read',
    ids: ['D7'],
    creates: ['user-data/client'],
    switch: 'hideDeleted',
    steps: async ({ userData, name }) => {
      const {
        data: [client],
      } = await userData.post('/client', {
        body: [{ name: name('client'), short_name: name('short'), display_name: 'Conform', type: 'company' }],
      });
      await userData.delete(`/client/${client.id}`);
      await userData.get(`/client/${client.id}`, {
        sides: { false: { status: 200, data: [{ id: client.id, status: 'deleted' }] }, true: { status: 404 } },
      });
    },
  },
];
