import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';

const mock = createMock({ scenario: newsroom, seed: 7 });
const open = ['front-page', 'health-watch', 'morning-briefing', 'regional-round-up'];

async function get(path: string, key: string) {
  const response = await mock.fetch(`/public-api/v1${path}`, { headers: { authorization: `Bearer ${key}-token` } });
  return { status: response.status, data: ((await response.json()) as { data: unknown }).data };
}

async function briefsOf(key: string): Promise<string[]> {
  const { data } = await get('/brief', key);
  return (data as { slug: string }[]).map(({ slug }) => slug);
}

function entitlementsOf(key: string) {
  const email = newsroom.personas.find((persona) => persona.key === key)?.email ?? '';
  return mock.data.brief_entitlement.findMany({ where: { email: { equals: email } } });
}

describe('personas', () => {
  it('start with Alice', () => {
    expect(newsroom.personas[0]).toMatchObject({ key: 'alice', email: 'alice@acme.example', token: 'alice-token' });
  });

  it.each(newsroom.personas)('$key has a token that works, a user and a description', async (persona) => {
    expect(mock.tokenFor(persona.email)).toBe(persona.token);
    expect(mock.data.user.findFirst({ where: { email: { equals: persona.email } } })).not.toBeNull();
    expect(persona.description).toMatch(/^[A-Z].{20,}\.$/);
    expect((await get('/brief', persona.key)).status).toBe(200);
  });

  it('every user has one token', () => {
    for (const { email } of mock.data.user.getAll()) {
      expect(mock.data.access_token.count({ where: { email: { equals: email } } })).toBe(1);
    }
  });

  it('alice reads the open briefs and those that she is entitled to in three ways', async () => {
    const byEntitlement = ['energy-today', 'markets-daily', 'transport-and-logistics'];
    const byContent = ['farm-and-food'];
    const byClient = ['acme-board-brief'];
    expect(new Set(await briefsOf('alice'))).toEqual(new Set([...open, ...byEntitlement, ...byContent, ...byClient]));
  });

  it('alice has bookmarks of briefs and articles, also of an inactive brief', async () => {
    const briefs = (await get('/bookmark/brief', 'alice')).data as { slug: string }[];
    const articles = (await get('/bookmark/article', 'alice')).data as { liked: boolean; brief: { slug: string } }[];
    expect(briefs.map(({ slug }) => slug)).toEqual(['front-page', 'energy-today', 'supply-chain-insider']);
    expect(articles).toHaveLength(4);
    expect(articles.map(({ brief }) => brief.slug)).toContain('supply-chain-insider');
    expect(new Set(articles.map(({ liked }) => liked))).toEqual(new Set([true, false]));
  });

  it('alice sees liked: true, false and null in the Front Page of today', async () => {
    const { article } = (await get('/brief/front-page', 'alice')).data as { article: { liked: boolean | null }[] };
    expect(article.map(({ liked }) => liked).slice(0, 4)).toEqual([true, true, null, false]);
  });

  it('bruno reads more than ten briefs, and administers at least three', async () => {
    expect((await briefsOf('bruno')).length).toBeGreaterThan(10);
    const bruno = { email: { equals: 'bruno@acme.example' } };
    expect(mock.data.brief_entitlement.count({ where: { ...bruno, is_admin: { equals: true } } })).toBeGreaterThan(2);
    expect(mock.data.user.findFirst({ where: bruno })?.user_type).toBe('power_user_and_decision_maker');
  });

  it('chloe is entitled through content entitlements only', async () => {
    expect(new Set(await briefsOf('chloe'))).toEqual(new Set([...open, 'tech-signals', 'policy-tracker']));
    expect(mock.data.brief_entitlement.count({ where: { email: { equals: 'chloe@meridian.example' } } })).toBe(0);
  });

  it('dana is entitled through her client only', async () => {
    expect(new Set(await briefsOf('dana'))).toEqual(new Set([...open, 'transport-and-logistics']));
    expect(mock.data.brief_entitlement.count({ where: { email: { equals: 'dana@harbourquay.example' } } })).toBe(0);
  });

  it('erin has no client and no entitlement', async () => {
    expect(new Set(await briefsOf('erin'))).toEqual(new Set(open));
    const erin = mock.data.user.findFirst({ where: { email: { equals: 'erin@mailbox.example' } } });
    expect(erin?.client_id).toBeNull();
    expect(mock.data.application_user.count({ where: { user_id: { equals: erin?.id ?? 0 } } })).toBe(0);
    expect((await get('/brief/energy-today', 'erin')).status).toBe(403);
  });

  it('felix lost a brief when his client was deleted, and kept his bookmarks of it', async () => {
    expect(new Set(await briefsOf('felix'))).toEqual(new Set(open));
    expect((await get('/bookmark/brief', 'felix')).data).toMatchObject([{ slug: 'markets-daily' }]);
    expect((await get('/bookmark/article', 'felix')).data).toMatchObject([{ brief: { slug: 'markets-daily' } }]);
  });

  it('grace reads briefs with redacted or unsubscribed entitlements', async () => {
    const held = entitlementsOf('grace').filter(({ is_redacted, is_subscribed }) => is_redacted || !is_subscribed);
    const slugs = held.map(({ brief_slug }) => brief_slug).sort();
    expect(slugs).toEqual(['markets-daily', 'policy-tracker', 'retail-monitor']);
    expect(await briefsOf('grace')).toEqual(expect.arrayContaining(slugs));
  });

  it('hugo has entitlements to an inactive brief and to one without documents, which get 404', async () => {
    const held = entitlementsOf('hugo').map(({ brief_slug }) => brief_slug);
    expect(held).toEqual(expect.arrayContaining(['supply-chain-insider', 'climate-desk']));
    expect((await get('/brief/supply-chain-insider', 'hugo')).status).toBe(404);
    expect((await get('/brief/climate-desk', 'hugo')).status).toBe(404);
    expect((await get('/brief/energy-today', 'hugo')).status).toBe(200);
    expect(await briefsOf('hugo')).toContain('climate-desk');
  });

  it.each([
    ['a Thursday', '2026-03-05', '2026-03-06'],
    ['a Friday', '2026-03-06', undefined],
    ['a Saturday', '2026-03-07', undefined],
    ['a Sunday', '2026-03-08', '2026-03-09'],
  ])('hugo has a document for tomorrow if that is a weekday: on %s', (_, today, tomorrow) => {
    const { data } = createMock({ scenario: newsroom, clock: { now: `${today}T09:00:00Z` } });
    expect(data.brief_document.findFirst({ where: { date: { gt: today } } })?.date).toBe(tomorrow);
  });
});
