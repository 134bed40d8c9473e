import { unpublished } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { staged } from '../support/scenario-api.js';

const play = staged(unpublished);

describe('unpublished', () => {
  it('GET /brief lists the active briefs for ivan, published or not', async () => {
    const { slugsOf } = play();
    expect(await slugsOf('ivan')).toEqual(['climate-desk', 'energy-today', 'health-watch', 'quiet-corner']);
  });

  it.each(['climate-desk', 'energy-today', 'supply-chain-insider', 'night-desk'])(
    'ivan is entitled to %s and gets 404',
    async (slug) => {
      const { mock, as } = play();
      const held = { email: { equals: 'ivan@mailbox.example' }, brief_slug: { equals: slug } };
      expect(mock.data.brief_entitlement.count({ where: held })).toBe(1);
      expect((await as('ivan', 'GET', `/brief/${slug}`)).status).toBe(404);
    },
  );

  it('two inactive briefs have documents and none, two active ones have none and one for tomorrow', () => {
    const { data } = play().mock;
    const briefs = data.brief.getAll().map(({ id, slug, is_active }) => {
      const dates = data.brief_document.findMany({ where: { brief_id: { equals: id } } }).map(({ date }) => date);
      return [slug, is_active, dates.length > 0, dates.some((date) => date <= '2026-03-04')];
    });
    expect(briefs).toContainEqual(['supply-chain-insider', false, true, true]);
    expect(briefs).toContainEqual(['night-desk', false, false, false]);
    expect(briefs).toContainEqual(['climate-desk', true, false, false]);
    expect(briefs).toContainEqual(['energy-today', true, true, false]);
  });

  it('the first document of Energy Today is published tomorrow', async () => {
    const { mock, as } = play();
    mock.clock.advance({ days: 1 });
    const { status, json } = await as('ivan', 'GET', '/brief/energy-today');
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ date_option: { picker: [{ date: '2026-03-05', selected: true }] } });
  });

  it('the document of today of Quiet Corner has no articles', async () => {
    const { as } = play();
    const { data } = (await as<{ gid: string; article: [] }>('ivan', 'GET', '/brief/quiet-corner')).json;
    expect(data).toMatchObject({ gid: '2-101', article: [], share: 'mailto:?subject=Quiet%20Corner&body=' });
    const yesterday = await as<{ article: unknown[] }>('ivan', 'GET', '/brief/quiet-corner/2-100');
    expect(yesterday.json.data.article).toHaveLength(1);
  });

  it('irma keeps her bookmarks of an inactive brief, and can remove but not renew them', async () => {
    const { as, slugsOf } = play();
    expect(await slugsOf('irma')).not.toContain('supply-chain-insider');
    type Items = { slug: string; gid: string }[];
    const briefs = (await as<Items>('irma', 'GET', '/bookmark/brief')).json.data;
    expect(briefs).toMatchObject([{ slug: 'supply-chain-insider' }]);
    expect((await as('irma', 'GET', '/bookmark/article')).json.data).toHaveLength(1);
    const path = `/bookmark/supply-chain-insider/${briefs[0]?.gid}`;
    expect((await as('irma', 'DELETE', path)).status).toBe(200);
    expect((await as('irma', 'POST', path)).status).toBe(404);
  });
});
