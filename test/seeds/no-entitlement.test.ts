import { noEntitlement } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { staged } from '../support/scenario-api.js';

const play = staged(noEntitlement);

const slugs = ['energy-today', 'markets-daily', 'transport-and-logistics'];

describe('no-entitlement', () => {
  it.each(['noah', 'olga'])('%s gets an empty list of briefs, and 403 for every brief', async (key) => {
    const { as, slugsOf } = play();
    expect(await slugsOf(key)).toEqual([]);
    for (const slug of slugs) {
      const { status, json } = await as(key, 'GET', `/brief/${slug}`);
      expect([status, json]).toMatchObject([403, { error: [{ code: 'not_entitled' }] }]);
    }
  });

  it('noah has a client, an application user and a preference', async () => {
    const { mock, userData } = play();
    const noah = mock.data.user.findFirst({ where: { email: { equals: 'noah@harbourquay.example' } } });
    expect(noah?.client_id).toBe(1);
    expect(mock.data.application_user.count({ where: { user_id: { equals: noah?.id ?? 0 } } })).toBe(1);
    const preferences = await userData.post('/get-preference', { user_id: [noah?.id] });
    expect(preferences).toMatchObject([{ generic: [{ preference_value: 'weekly' }] }]);
  });

  it('olga still has her bookmarks, and can remove but not renew them', async () => {
    const { as } = play();
    type Items = { slug: string; gid: string }[];
    const [bookmark] = (await as<Items>('olga', 'GET', '/bookmark/brief')).json.data;
    expect(bookmark?.slug).toBe('markets-daily');
    expect((await as('olga', 'GET', '/bookmark/article')).json.data).toHaveLength(1);
    const path = `/bookmark/markets-daily/${bookmark?.gid}`;
    expect((await as('olga', 'POST', path)).status).toBe(403);
    expect((await as('olga', 'DELETE', path)).status).toBe(200);
    expect((await as('olga', 'POST', path)).status).toBe(403);
  });

  it('ravi may read all three briefs', async () => {
    const { as, slugsOf } = play();
    expect(await slugsOf('ravi')).toEqual(slugs);
    for (const slug of slugs) expect((await as('ravi', 'GET', `/brief/${slug}`)).status).toBe(200);
  });

  it('noah can read a brief after an entitlement is created', async () => {
    const { mock, slugsOf } = play();
    mock.data.brief_entitlement.create({ email: 'noah@harbourquay.example', brief_slug: 'energy-today' });
    expect(await slugsOf('noah')).toEqual(['energy-today']);
  });
});
