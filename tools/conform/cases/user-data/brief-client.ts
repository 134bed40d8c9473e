import type { Case, Json, World } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { postOne } from '../post-one.js';
import { newClient } from './new-records.js';

const creates: readonly Kind[] = ['user-data/client', 'user-data/brief-client'];
const needs = ['briefId'] as const;

/** A relationship of a new client. */
async function newRelationship(world: World): Promise<Json> {
  const { id: client_id } = await newClient(world);
  return postOne(world.userData, '/brief-client', { brief_id: world.briefId, client_id });
}

/** The id of another brief than the given one. */
async function otherBriefId({ userData, briefId, cannotTell }: World): Promise<string> {
  const { data } = await userData.get('/brief-client');
  const other = data.find(({ brief_id }: Json) => brief_id !== briefId);
  return other?.brief_id ?? cannotTell('client-brief relationships of two briefs');
}

export const briefClientCases: readonly Case[] = [
  ...(['brief-client', 'client-brief'] as const).map(
    (path): Case => ({
      id: `user-data/brief-client/update-${path}`,
      title: `PUT /${path}/<id> changes the brief of a relationship`,
      ids: [{ 'brief-client': 'UD-E73', 'client-brief': 'UD-E74' }[path], 'D29'],
      needs,
      creates,
      steps: async (world) => {
        const relationship = await newRelationship(world);
        const body = { brief_id: await otherBriefId(world) };
        await world.userData.put(`/${path}/${relationship.id}`, {
          body,
          expect: { data: [{ ...relationship, ...body }] },
        });
      },
    }),
  ),
  {
    id: 'user-data/brief-client/deleted',
    title: 'a deleted relationship can be read',
    ids: ['D7'],
    needs,
    creates,
    switch: 'hideDeleted',
    steps: async (world) => {
      const { userData } = world;
      const { id } = await newRelationship(world);
      await userData.delete(`/brief-client/${id}`);
      await userData.get(`/brief-client/${id}`, {
        sides: { false: { data: [{ id, status: 'deleted' }] }, true: { status: 404 } },
      });
    },
  },
  {
    id: 'user-data/brief-client/deleted-again',
    title: 'deleting a deleted relationship again answers with the same record',
    ids: ['D34'],
    needs,
    creates,
    steps: async (world) => {
      const { userData } = world;
      const { id } = await newRelationship(world);
      const { data } = await userData.delete(`/brief-client/${id}`);
      await userData.delete(`/brief-client/${id}`, { expect: { data } });
    },
  },
  {
    id: 'user-data/brief-client/deleted-pair',
    title: 'the pair of a deleted relationship stays in use',
    ids: ['D7', 'D34'],
    needs,
    creates,
    steps: async (world) => {
      const { id, brief_id, client_id } = await newRelationship(world);
      await world.userData.delete(`/brief-client/${id}`);
      await world.userData.post('/brief-client', { body: [{ brief_id, client_id }], expect: { status: 409 } });
    },
  },
];
