import type { Json, World } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { type CaseAbout, casesAbout } from '../cases-about.js';
import { newRecordOf } from '../plain/items.js';
import { missing, refused } from '../refused.js';

const creates: readonly Kind[] = ['user-data/client', 'user-data/brief-client'];
const needs = ['briefId'] as const;

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
      const relationship = await newRecordOf('user-data/brief-client')(world);
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
});
