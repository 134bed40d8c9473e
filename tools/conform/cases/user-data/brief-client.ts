import type { Json, World } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { containing, lacking } from '../../patterns.js';
import { type CaseAbout, casesAbout } from '../cases-about.js';
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

export const briefClientCases = casesAbout('user-data/brief-client', { needs, creates }, [
  ...(['brief-client', 'client-brief'] as const).map(
    (path): CaseAbout => ({
      what: `update-${path}`,
      title: `PUT /${path}/<id> changes the brief of a relationship`,
      ids: [{ 'brief-client': 'UD-E73', 'client-brief': 'UD-E74' }[path], 'D29'],
      steps: async (world) => {
        const relationship = await newRelationship(world);
        const body = { brief_id: await otherBriefId(world) };
        await world.userData.put(`/${path}/${relationship.id}`, {
          body,
          expect: { data: [{ ...relationship, ...body }] },
        });
        const at = `/${path}/${world.missingId}`;
        await world.userData.put(at, { body, expect: { status: 404 }, ours: { code: 'not_found', issues: [] } });
        if (path === 'brief-client' || !world.ours) return;
        for (const [method, url, status] of [
          ['GET', `/${path}/${relationship.id}`, 405],
          ['DELETE', `/${path}/${relationship.id}`, 405],
          ['GET', `/${path}`, 404],
        ] as const) {
          await world.userData.send(method, url, { expect: { status } });
        }
      },
    }),
  ),
  {
    what: 'deleted',
    title: 'a deleted relationship can be read',
    ids: ['D7'],
    switch: 'hideDeleted',
    steps: async (world) => {
      const { userData } = world;
      const { id } = await newRelationship(world);
      await userData.delete(`/brief-client/${id}`);
      const deleted = { id, status: 'deleted' };
      await userData.get(`/brief-client/${id}`, { sides: { false: { data: [deleted] }, true: { status: 404 } } });
      await userData.get('/brief-client', {
        sides: { false: { data: containing(deleted) }, true: { data: lacking({ id }) } },
      });
    },
  },
  {
    what: 'deleted-again',
    title: 'deleting a deleted relationship again answers with the same record',
    ids: ['D34'],
    steps: async (world) => {
      const { userData } = world;
      const { id } = await newRelationship(world);
      const { data } = await userData.delete(`/brief-client/${id}`);
      await userData.delete(`/brief-client/${id}`, { expect: { data } });
    },
  },
  {
    what: 'deleted-pair',
    title: 'the pair of a deleted relationship stays in use',
    ids: ['D7', 'D34'],
    steps: async (world) => {
      const { id, brief_id, client_id } = await newRelationship(world);
      await world.userData.delete(`/brief-client/${id}`);
      await world.userData.post('/brief-client', { body: [{ brief_id, client_id }], expect: { status: 409 } });
    },
  },
]);
