import type { Json, World } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { type CaseAbout, casesAbout } from '../cases-about.js';
import { postOne } from '../post-one.js';
import { missing, refused } from '../refused.js';
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

/** PUT, at one of its two paths. */
function updateCase(path: 'brief-client' | 'client-brief', statement: string): CaseAbout {
  return {
    title: `PUT /${path}/<id> changes the brief of a relationship`,
    ids: [statement, 'D29'],
    steps: async (world, api) => {
      const relationship = await newRelationship(world);
      const at = `/${path}/${relationship.id}`;
      const body = { brief_id: await otherBriefId(world) };
      await api.put(at, { body, expect: { data: [{ ...relationship, ...body }] } });
      await api.put(`/${path}/${world.missingId}`, { body, ...missing });
      if (path === 'brief-client' || !world.ours) return;
      await api.get(at, refused(405));
      await api.delete(at, refused(405));
      await api.get(`/${path}`, { expect: { status: 404 } });
    },
  };
}

export const briefClientCases = casesAbout('user-data/brief-client', { needs, creates })({
  'update-brief-client': updateCase('brief-client', 'UD-E73'),
  'update-client-brief': updateCase('client-brief', 'UD-E74'),
  'deleted-pair': {
    title: 'the pair of a deleted relationship stays in use',
    ids: ['D7', 'D34'],
    steps: async (world, api) => {
      const { id, brief_id, client_id } = await newRelationship(world);
      await api.delete(`/brief-client/${id}`);
      await api.post('/brief-client', { body: [{ brief_id, client_id }], expect: { status: 409 } });
    },
  },
});
