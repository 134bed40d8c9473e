import { defineScenario } from 'briefs-mock';
import { fillEmptyTables } from './sample-rows.js';

/**
 * The state that the suites of the user-data API start from: a few records in every table, small enough for tests to
 * list all expected records.
 *
 * | user               | client                         | application users     | may read, beside the core briefs              |
 * |--------------------|--------------------------------|-----------------------|-----------------------------------------------|
 * | 1 ann@acme.example | 1 Acme, which lists its domains| 1 (Reader), 3 (Desk)  | Steel Wire, Harbour Log                       |
 * | 2 ben@oak.example  | 2 Oak, which lists none        | 2 (Reader)            | Steel Wire, Harbour Log, Oak Insider          |
 * | 3 cleo@free.example| none                           | none                  | nothing                                       |
 * | 4 dina@free.example| none                           | none                  | nothing, and has no other record either       |
 *
 * Nobody may read Gazette. Core Notes, alder report and the inactive Retired are core briefs; Closed is inactive.
 */
export const chosenOffice = defineScenario({
  name: 'office',
  description: 'Two clients, four users, and a few records of every kind',
  clock: '2026-03-04T09:00:00Z',
  personas: [
    { key: 'ann', email: 'ann@acme.example', token: 'ann-token', description: 'has something of everything' },
    { key: 'ben', email: 'ben@oak.example', token: 'ben-token', description: 'works for a client that has a brief' },
    { key: 'cleo', email: 'cleo@free.example', token: 'cleo-token', description: 'has no client' },
    { key: 'dina', email: 'dina@free.example', token: 'dina-token', description: 'has nothing' },
  ],
  seed: ({ data }) => {
    data.client.create({
      name: 'Acme Incorporated',
      short_name: 'acme',
      display_name: 'Acme',
      type: 'company',
      domain: ['acme.example', 'Acme.Test'],
      legacy_id: 11,
      sf_id: 'C-1',
    });
    data.client.create({ name: 'Oak & Sons', short_name: 'oak', display_name: 'Oak', type: 'company' });

    data.user.create({
      sf_id: 'U-1',
      fname: 'Ann',
      lname: 'Arden',
      email: 'ann@acme.example',
      client_id: 1,
      user_type: 'power_user',
    });
    data.user.create({ fname: 'Ben', lname: 'Brook', email: 'ben@oak.example', client_id: 2 });
    data.user.create({ fname: 'Cleo', lname: 'Cole', email: 'cleo@free.example' });
    data.user.create({ fname: 'Dina', lname: 'Dale', email: 'dina@free.example' });

    data.application.create({ name: 'Reader' });
    data.application.create({ name: 'Desk' });
    data.application_user.create({ user_id: 1, application_id: 1, legacy_id: 101 });
    data.application_user.create({ user_id: 2, application_id: 1, legacy_id: 102 });
    data.application_user.create({ user_id: 1, application_id: 2, legacy_id: 101 });
    data.feature.create({ app_id: 1, name: 'Search', description: 'Finds things' });
    data.feature.create({ app_id: 1, name: 'Export' });
    data.feature.create({ app_id: 2, name: 'Alerts' });
    data.package.create({ sf_id: 'P-1', name: 'basic', display_name: 'Basic', description: 'The least' });
    data.package.create({ name: 'plus' });
    data.feature_package.create({ package_id: 1, feature_id: 1, display_order: 1 });
    data.feature_package.create({ package_id: 2, feature_id: 1, display_order: 1 });
    data.feature_package.create({ package_id: 2, feature_id: 2, display_order: 2 });
    data.user_package.create({ user_id: 1, package_id: 1 });
    data.user_package.create({ user_id: 1, package_id: 2 });

    data.legacy_preference.create({ name: 'Theme', slug: 'theme' });
    data.legacy_preference.create({ name: 'Page layout', slug: 'page-layout' });
    const legacy = (user_email: string, preference_id: number, preference_value: Record<string, string | number>) =>
      data.legacy_user_preference.create({ user_email, preference_id, preference_value });
    legacy('ann@acme.example', 1, { mode: 'dark', accent: 'deep blue' });
    legacy('ann@acme.example', 2, { columns: 2 });
    legacy('ben@oak.example', 1, { mode: 'light' });

    data.application_preference.create({
      application_id: 1,
      preference_label: 'Colour',
      preference_slug: 'colour',
      preference_description: 'What it looks like',
    });
    data.application_preference.create({ application_id: 1, preference_label: 'Topics' });
    data.application_preference.create({ application_id: 2, preference_label: 'Sound' });
    data.preference_hierarchy.create({ label: 'Look', description: 'All that is seen' });
    data.preference_hierarchy.create({ label: 'Detail', parent: 1 });
    data.preference_hierarchy.create({ label: 'Other' });
    data.preference.create({ preference_hierarchy: 1, user_id: 1, application_preference: 1 });
    data.preference.create({ name: 'My topics', user_id: 1, application_preference: 2, type: 'Entity' });
    data.preference.create({ preference_hierarchy: 1, user_id: 2, application_preference: 1 });
    data.preference.create({ preference_hierarchy: 2, user_id: 1, application_preference: 3 });
    data.generic_preference.create({ preference_id: 1, preference_value: 'blue', schema_version: 1 });
    data.generic_preference.create({ preference_id: 3, preference_value: 'red' });
    data.generic_preference.create({ preference_id: 4, preference_value: 'loud', schema_version: 2 });
    data.entity_preference.create({ preference_id: 2, entity_gid: 'g-1' });
    data.entity_preference.create({ preference_id: 2, entity_gid: 'g-2' });

    data.brief.create({ id: 'b1', name: 'Steel Wire', slug: 'steel-wire' });
    data.brief.create({ id: 'b2', name: 'Core Notes', slug: 'core-notes', is_core: true });
    data.brief.create({ id: 'b3', name: 'alder report', slug: 'alder-report', is_core: true });
    data.brief.create({ id: 'b4', name: 'Retired', slug: 'retired', is_core: true, is_active: false });
    data.brief.create({ id: 'b5', name: 'Harbour Log', slug: 'harbour-log' });
    data.brief.create({ id: 'b6', name: 'Oak Insider', slug: 'oak-insider' });
    data.brief.create({ id: 'b7', name: 'Closed', slug: 'closed', is_active: false });
    data.brief.create({ id: 'b8', name: 'Gazette', slug: 'gazette' });
    data.brief_document.create({ gid: '1-1', brief_id: 'b1', date: '2026-03-04' });
    data.article.create({ brief_gid: '1-1', gid: 'one', title: 'One' });
    data.bookmark.create({ email: 'ann@acme.example', brief_slug: 'steel-wire', brief_gid: '1-1', article_gid: 'one' });
    data.reaction.create({ email: 'ann@acme.example', brief_gid: '1-1', article_gid: 'one', liked: true });

    data.brief_entitlement.create({ email: 'ann@acme.example', brief_slug: 'steel-wire' });
    data.brief_entitlement.create({ email: 'ann@acme.example', brief_slug: 'harbour-log', is_default: true });
    data.brief_entitlement.create({
      email: 'ben@oak.example',
      brief_slug: 'steel-wire',
      is_admin: true,
      is_subscribed: false,
    });
    data.brief_entitlement.create({ email: 'ann@acme.example', brief_slug: 'closed', is_redacted: true });
    data.content_entitlement.create({ application_user_id: 1, content_type: 'brief', slug: 'harbour-log' });
    data.content_entitlement.create({
      application_user_id: 2,
      content_type: 'brief',
      slug: 'harbour-log',
      is_subscribed: false,
    });
    data.content_entitlement.create({ application_user_id: 1, content_type: 'podcast', slug: 'weekly' });
    data.brief_client.create({ brief_id: 'b6', client_id: 2 });
  },
});

/** The same, with a sample record in every other table. */
export const office = defineScenario({
  ...chosenOffice,
  seed: (context) => {
    chosenOffice.seed(context);
    fillEmptyTables(context);
  },
});
