import * as z from 'zod/mini';
import type { Case, Json, World } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { containing } from '../../patterns.js';
import { postOne } from '../post-one.js';
import { newClient } from './new-records.js';
import { missingCase } from './record-cases.js';

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
  {
    id: 'user-data/brief-client/create',
    title: 'POST of a client-brief relationship answers with the created record, whose status is active',
    ids: ['UD-E72', 'UD-T2', 'UD-F85', 'UD-F86', 'UD-F87', 'UD-F88'],
    needs,
    creates,
    steps: async (world) => {
      const pair = { brief_id: world.briefId, client_id: (await newClient(world)).id };
      await world.userData.post('/brief-client', {
        body: [pair],
        expect: { data: [{ id: z.int(), ...pair, status: 'active' }] },
      });
    },
  },
  {
    id: 'user-data/brief-client/list',
    title: 'GET /brief-client lists the relationships',
    ids: ['UD-E70'],
    needs,
    creates,
    steps: async (world) => {
      const relationship = await newRelationship(world);
      await world.userData.get('/brief-client', { expect: { data: containing(relationship) } });
    },
  },
  {
    id: 'user-data/brief-client/read',
    title: 'GET of a relationship by id answers with a list of one record',
    ids: ['UD-E71'],
    needs,
    creates,
    steps: async (world) => {
      const relationship = await newRelationship(world);
      await world.userData.get(`/brief-client/${relationship.id}`, { expect: { data: [relationship] } });
    },
  },
  missingCase('brief-client'),
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
    id: 'user-data/brief-client/delete',
    title: 'DELETE of a relationship sets its status to deleted',
    ids: ['UD-E75', 'UD-T3', 'UD-F88'],
    needs,
    creates,
    steps: async (world) => {
      const relationship = await newRelationship(world);
      await world.userData.delete(`/brief-client/${relationship.id}`, {
        expect: { data: [{ ...relationship, status: 'deleted' }] },
      });
    },
  },
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
    id: 'user-data/brief-client/unique',
    title: 'two relationships of the same brief and client get 409',
    ids: ['UD-R22'],
    needs,
    creates,
    steps: async (world) => {
      const { brief_id, client_id } = await newRelationship(world);
      await world.userData.post('/brief-client', { body: [{ brief_id, client_id }], expect: { status: 409 } });
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
  {
    id: 'user-data/brief-client/required',
    title: 'a relationship without a brief or without a client gets 400',
    ids: ['D32'],
    needs,
    creates,
    steps: async (world) => {
      const { id: client_id } = await newClient(world);
      await world.userData.post('/brief-client', { body: [{ client_id }], expect: { status: 400 } });
      await world.userData.post('/brief-client', { body: [{ brief_id: world.briefId }], expect: { status: 400 } });
    },
  },
];
