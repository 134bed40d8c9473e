import type { ExampleRequests } from './request.js';

const BASE = '/user-data/v1';
const from = { 'X-REQUEST-FROM': 'web' };

/** Beside requests of user-data, those of user-preference about the same resources. */
export const userDataRequests: ExampleRequests = {
  // A record that is there already cannot be made again: these are new.
  [`POST ${BASE}/preference`]: () => ({ body: [{ name: 'Reading mode', slug: 'reading-mode' }] }),
  [`POST ${BASE}/user`]: () => ({
    body: [{ fname: 'Iris', lname: 'Berg', email: 'iris@harbourlights.example', user_type: 'decision_maker' }],
  }),
  [`POST ${BASE}/application`]: () => ({ body: [{ name: 'Briefs Kiosk' }] }),
  'POST /user-preference/v1/application': () => ({
    body: [{ name: 'Briefs Kiosk', description: 'The screens in the lobby' }],
  }),
  [`POST ${BASE}/application-user`]: ({ tables: { application, application_user, user } }) => {
    const [first] = application.all();
    const newcomer = user.all().find(({ id }) => !application_user.has({ user_id: id, application_id: first?.id }));
    return first && newcomer && { body: [{ user_id: newcomer.id, application_id: first.id, legacy_id: 90_001 }] };
  },
  [`POST ${BASE}/feature`]: ({ tables }) => {
    const [application] = tables.application.all();
    return application && { body: [{ app_id: application.id, name: 'night-mode', description: 'Light on dark' }] };
  },
  [`POST ${BASE}/package`]: () => ({
    body: [{ name: 'campus', display_name: 'Campus', description: 'For universities and their libraries' }],
  }),
  [`POST ${BASE}/feature-package`]: ({ tables }) => {
    for (const { id: package_id } of tables.package.all()) {
      const feature = tables.feature
        .all()
        .find(({ id }) => !tables.feature_package.has({ package_id, feature_id: id }));
      if (feature !== undefined) return { body: [{ package_id, feature_id: feature.id }] };
    }
    return undefined;
  },
  [`POST ${BASE}/application-preference`]: ({ tables }) => {
    const [application] = tables.application.all();
    return application && { body: [{ application_id: application.id, preference_label: 'Reading mode' }] };
  },
  [`POST ${BASE}/client`]: () => ({
    body: [
      {
        name: 'Harbour Lights Ltd',
        short_name: 'harbour-lights',
        display_name: 'Harbour Lights',
        type: 'company',
        domain: ['harbourlights.example'],
      },
    ],
  }),
  [`POST ${BASE}/brief-client`]: ({ tables }) => {
    for (const { id: client_id } of tables.client.all()) {
      const brief = tables.brief.all().find(({ id }) => !tables.brief_client.has({ brief_id: id, client_id }));
      if (brief !== undefined) return { body: [{ brief_id: brief.id, client_id }] };
    }
    return undefined;
  },
  [`POST ${BASE}/content-entitlement`]: ({ tables }) => {
    for (const { id: application_user_id } of tables.application_user.all()) {
      const isFree = ({ slug }: { slug: string }) =>
        !tables.content_entitlement.has({ application_user_id, content_type: 'brief', slug });
      const brief = tables.brief.all().find(isFree);
      if (brief !== undefined) return { body: [{ application_user_id, content_type: 'brief', slug: brief.slug }] };
    }
    return undefined;
  },

  // The id in this path is an application's.
  [`GET ${BASE}/application-preference/:id`]: ({ tables }) => {
    const [definition] = tables.application_preference.all();
    return definition && { params: { id: definition.application_id } };
  },
  [`POST ${BASE}/content-entitlement-sync`]: ({ tables }) => {
    const [owner] = tables.application_user.all();
    const [brief] = tables.brief.all();
    if (owner === undefined || brief === undefined) return undefined;
    const item = { application_user_id: owner.id, slug: brief.slug, content_type: 'brief' };
    return { body: [{ action: 'sync', ...item, is_subscribed: true }] };
  },
  [`POST ${BASE}/content-entitlement-sync/filter`]: ({ tables }) => {
    const [entitlement] = tables.content_entitlement.list({ content_type: 'brief' });
    return entitlement && { body: [{ slug: [entitlement.slug], content_type: 'brief' }] };
  },
  [`GET ${BASE}/user-brief/filter`]: ({ user: { email } }) => ({ query: { email }, headers: from }),
  [`POST ${BASE}/user-brief/filter`]: ({ user: { email } }) => ({ body: { email }, headers: from }),
  [`GET ${BASE}/brief-entitlement`]: ({ user: { email } }) => ({ query: { email, page: 1, size: 24 } }),
  [`POST ${BASE}/brief-entitlement`]: ({ tables, user: { email } }) => {
    const [brief] = tables.brief.all();
    return brief && { body: [{ email, brief_slug: brief.slug, is_subscribed: true }] };
  },
  [`GET ${BASE}/application-entitled-brief`]: ({ user: { email } }) => ({ query: { email } }),
};
