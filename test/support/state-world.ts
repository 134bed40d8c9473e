import { defineScenario, type Mock, MockError, type TableName } from 'briefs-mock';
import { fillEmptyTables } from './sample-rows.js';
import type { Cells } from './state-tables.js';

/** A small scenario in which every table has records and every reference is used. */
export const world = defineScenario({
  name: 'world',
  description: 'A few records in every table',
  clock: '2026-03-04T09:00:00Z',
  personas: [{ key: 'ann', email: 'ann@acme.example', token: 'ann-token', description: 'reads and bookmarks' }],
  seed: ({ data, make }) => {
    data.client.create({
      name: 'Acme',
      short_name: 'acme',
      display_name: 'Acme',
      type: 'paid',
      domain: ['acme.example'],
    });
    data.client.create({ name: 'Beta', short_name: 'beta', display_name: 'Beta', type: 'trial' });
    data.user.create({ fname: 'Ann', lname: 'Ek', email: 'ann@acme.example', client_id: 1 });
    data.user.create({ fname: 'Bo', lname: 'Li', email: 'Bo@Acme.example', client_id: 1 });
    data.user.create({ fname: 'Cy', lname: 'Oz', email: 'cy@beta.example' });
    data.application.create({ name: 'reader' });
    data.application.create({ description: 'has no name' });
    data.application_user.create({ user_id: 1, application_id: 1, legacy_id: 1 });
    data.application_user.create({ user_id: 2, application_id: 1, legacy_id: 2 });
    data.feature.create({ app_id: 1, name: 'share' });
    data.feature.create({ app_id: 2, name: 'print' });
    data.package.create({ name: 'basic' });
    data.package.create({ name: 'full' });
    data.feature_package.create({ package_id: 1, feature_id: 1 });
    data.feature_package.create({ package_id: 2, feature_id: 1 });
    data.feature_package.create({ package_id: 2, feature_id: 2 });
    data.user_package.create({ user_id: 1, package_id: 1 });
    data.user_package.create({ user_id: 2, package_id: 2 });
    data.legacy_preference.create({ name: 'Theme', slug: 'theme' });
    data.legacy_preference.create({ name: 'Digest', slug: 'digest' });
    data.legacy_user_preference.create({
      user_email: 'ann@acme.example',
      preference_id: 1,
      preference_value: { color: 'dark', panes: [1, 2] },
    });
    data.legacy_user_preference.create({ user_email: 'cy@beta.example', preference_id: 2, preference_value: {} });
    data.application_preference.create({ application_id: 1, preference_label: 'Topics' });
    data.application_preference.create({ application_id: 2, preference_label: 'Layout' });
    data.preference_hierarchy.create({ label: 'All' });
    data.preference_hierarchy.create({ label: 'Home', parent: 1 });
    data.preference_hierarchy.create({ label: 'Front', parent: 2 });
    data.preference.create({ user_id: 1, application_preference: 1, preference_hierarchy: 2, type: 'Entity' });
    data.preference.create({ user_email: 'BO@acme.example', application_preference: 2 });
    data.preference.create({ user_id: 1, application_preference: 2 });
    data.entity_preference.create({ preference_id: 1, entity_gid: 'e1' });
    data.generic_preference.create({ preference_id: 2, preference_value: 'wide', schema_version: 1 });
    data.brief.create({ id: 'b1', name: 'Morning', slug: 'morning', is_public: true });
    data.brief.create({ id: 'b2', name: 'Evening', slug: 'evening' });
    data.brief_client.create({ brief_id: 'b2', client_id: 1 });
    data.content_entitlement.create({ application_user_id: 1, content_type: 'brief', slug: 'evening' });
    data.content_entitlement.create({ application_user_id: 2, content_type: 'brief', slug: 'evening' });
    data.brief_entitlement.create({ email: 'ann@acme.example', brief_slug: 'evening', is_default: true });
    data.brief_entitlement.create({ email: 'bo@acme.example', brief_slug: 'evening' });
    data.brief_document.create({ gid: 'd1', brief_id: 'b1', date: '2026-03-03' });
    data.brief_document.create({ gid: 'd2', brief_id: 'b1', date: '2026-03-04' });
    data.brief_document.create({ gid: 'd3', brief_id: 'b2', date: '2026-03-04' });
    data.article.create({
      gid: 'x',
      brief_gid: 'd1',
      title: 'X',
      source: [{ name: 'Times', link: 'https://t.example' }],
    });
    data.article.create({ gid: 'y', brief_gid: 'd1', title: 'Y', category: 'World' });
    data.article.create({ gid: 'x', brief_gid: 'd3', title: 'X' });
    data.reaction.create({ email: 'ann@acme.example', brief_gid: 'd1', article_gid: 'x', liked: true });
    data.reaction.create({ email: 'bo@acme.example', brief_gid: 'd3', article_gid: 'x', liked: false });
    data.bookmark.create({ email: 'ann@acme.example', brief_slug: 'morning', brief_gid: 'd1' });
    data.bookmark.create({ email: 'ann@acme.example', brief_slug: 'morning', brief_gid: 'd1', article_gid: 'x' });
    data.bookmark.create({ email: 'bo@acme.example', brief_slug: 'evening', brief_gid: 'd3', article_gid: 'x' });
    data.access_token.create({ token: 'bo-token', email: 'bo@acme.example', expires_at: 2_000_000_000 });
    fillEmptyTables({ data, make });
  },
});

/** A table of `mock.data` whose name is only known at run time. */
export interface AnyTable {
  create(values: Cells): Cells;
  getAll(): Cells[];
  findFirst(query: object): Cells | null;
  findMany(query?: object): Cells[];
  count(query?: object): number;
  update(query: object): Cells | null;
  updateMany(query: object): Cells[];
  delete(query: object): Cells | null;
  deleteMany(query: object): Cells[];
}

export function tableOf(mock: Mock, table: TableName): AnyTable {
  return mock.data[table] as unknown as AnyTable;
}

/** The whole state as JSON, with the fingerprint at the end. */
export function bytesOf(mock: Mock): string {
  return JSON.stringify(mock.snapshot());
}

/** The MockError that a call throws. */
export function refusalOf(call: () => unknown): MockError {
  try {
    call();
  } catch (error) {
    if (error instanceof MockError) return error;
    throw error;
  }
  throw new Error('was not refused');
}
