import { createMock, type Row, type TableName } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';

const { data } = createMock({ scenario: newsroom, seed: 7 });
const today = '2026-03-04';

/** The distinct values of a column. */
function valuesOf<Name extends TableName>(table: Name, column: keyof Row<Name>): unknown[] {
  const rows = data[table].getAll() as Row<Name>[];
  return [...new Set(rows.map((row) => row[column]))];
}

function documentsOf(brief_id: string) {
  return data.brief_document.findMany({ where: { brief_id: { equals: brief_id } } });
}

describe('people', () => {
  it('there are six clients, one of them without a domain list and one deleted', () => {
    expect(data.client.count()).toBe(6);
    expect(data.client.getAll().filter(({ domain }) => domain === null)).toHaveLength(1);
    expect(data.client.count({ where: { status: { equals: 'deleted' } } })).toBe(1);
  });

  it('there are 40 users of all four types, four of them without a client', () => {
    expect(data.user.count()).toBe(40);
    expect(valuesOf('user', 'user_type')).toHaveLength(4);
    expect(data.user.getAll().filter(({ client_id }) => client_id === null)).toHaveLength(4);
    for (const { id } of data.client.getAll()) {
      expect(data.user.count({ where: { client_id: { equals: id } } })).toBeGreaterThan(1);
    }
  });

  it('they use three applications and several packages', () => {
    expect(data.application.count()).toBe(3);
    expect(valuesOf('application_user', 'application_id')).toHaveLength(3);
    expect(data.feature.count()).toBe(5);
    expect(valuesOf('package', 'status')).toEqual(['active', 'retired']);
    expect(data.feature_package.count()).toBeGreaterThan(data.feature.count());
    expect(valuesOf('user_package', 'package_id').length).toBeGreaterThan(1);
  });

  it('they have preferences with entity and generic values, and categories with parents', () => {
    expect(data.application_preference.count()).toBe(6);
    expect(data.preference_hierarchy.getAll().filter(({ parent }) => parent !== null)).toHaveLength(3);
    expect(valuesOf('preference', 'type')).toEqual(expect.arrayContaining(['Entity', 'Generic']));
    expect(data.entity_preference.count()).toBeGreaterThan(20);
    expect(data.generic_preference.count()).toBeGreaterThan(15);
    expect(data.legacy_preference.count()).toBe(3);
    expect(data.legacy_user_preference.count()).toBeGreaterThan(20);
  });
});

describe('briefs', () => {
  const briefs = data.brief.getAll();

  it('there are 14: two public, two core, the rest by entitlement, and one of all is inactive', () => {
    expect(briefs).toHaveLength(14);
    expect(briefs.filter(({ is_public }) => is_public)).toHaveLength(2);
    expect(briefs.filter(({ is_core }) => is_core)).toHaveLength(2);
    expect(briefs.filter(({ is_active }) => !is_active).map(({ slug }) => slug)).toEqual(['supply-chain-insider']);
  });

  it('climate-desk has no document, and energy-today has one for tomorrow', () => {
    expect(briefs.filter(({ id }) => documentsOf(id).length === 0).map(({ slug }) => slug)).toEqual(['climate-desk']);
    expect(data.brief_document.findMany({ where: { date: { gt: today } } })).toMatchObject([
      { brief_id: 'brief-energy-today', date: '2026-03-05' },
    ]);
  });

  it('every other active one has documents for two weeks up to today', () => {
    const february = [19, 20, 21, 22, 23, 24, 25, 26, 27, 28].map((day) => `2026-02-${day}`);
    const daily = [...february, '2026-03-01', '2026-03-02', '2026-03-03', today];
    const weekend = ['2026-02-21', '2026-02-22', '2026-02-28', '2026-03-01'];
    const weekdays = daily.filter((date) => !weekend.includes(date));
    const tuesdaysAndFridays = ['2026-02-20', '2026-02-24', '2026-02-27', '2026-03-03'];
    const rhythms = new Map([
      ...['front-page', 'morning-briefing'].map((slug) => [slug, daily] as const),
      ...['farm-and-food', 'regional-round-up', 'policy-tracker', 'retail-monitor'].map(
        (slug) => [slug, tuesdaysAndFridays] as const,
      ),
    ]);
    const others = briefs.filter(({ slug, is_active }) => is_active && slug !== 'climate-desk');
    expect(others).toHaveLength(12);
    for (const { id, slug } of others) {
      const dates = documentsOf(id).map(({ date }) => date);
      expect(dates.filter((date) => date <= today)).toEqual(rhythms.get(slug) ?? weekdays);
    }
  });

  it('gids of documents are a digit, a hyphen and digits', () => {
    for (const { gid } of data.brief_document.getAll()) expect(gid).toMatch(/^\d-\d+$/);
  });
});

describe('entitlements, bookmarks and reactions', () => {
  it('there are brief entitlements with both values of every flag', () => {
    for (const flag of ['is_default', 'is_admin', 'is_redacted', 'is_subscribed'] as const) {
      expect(valuesOf('brief_entitlement', flag), flag).toHaveLength(2);
    }
  });

  it('every user has at most one default brief', () => {
    const defaults = data.brief_entitlement.findMany({ where: { is_default: { equals: true } } });
    expect(new Set(defaults.map(({ email }) => email)).size).toBe(defaults.length);
  });

  it('there are content entitlements, subscribed or not, and one for a slug without a brief', () => {
    expect(valuesOf('content_entitlement', 'is_subscribed')).toHaveLength(2);
    const slugs = new Set(data.brief.getAll().map(({ slug }) => slug));
    expect(data.content_entitlement.getAll().filter(({ slug }) => !slugs.has(slug))).toHaveLength(1);
  });

  it('there are active and deleted client-brief relationships', () => {
    expect(data.brief_client.count({ where: { status: { equals: 'active' } } })).toBe(5);
    expect(data.brief_client.count({ where: { status: { equals: 'deleted' } } })).toBe(2);
  });

  it('bookmarks are created after the publication of their document, and there are likes and dislikes', () => {
    const dates = new Map(data.brief_document.getAll().map(({ gid, date }) => [gid, date]));
    expect(data.bookmark.count()).toBeGreaterThan(60);
    for (const { brief_gid, created_on } of data.bookmark.getAll()) {
      const published = Date.parse(dates.get(brief_gid) ?? '') / 1000;
      expect(created_on).toBeGreaterThanOrEqual(published);
      expect(created_on).toBeLessThanOrEqual(Date.parse('2026-03-04T09:00:00Z') / 1000);
    }
    expect(data.bookmark.getAll().some(({ article_gid }) => article_gid === null)).toBe(true);
    expect(valuesOf('reaction', 'liked')).toHaveLength(2);
  });
});
