import type { ExampleRequests } from './request.js';

const BASE = '/user-data/v1';
const from = { 'X-REQUEST-FROM': 'web' };

export const userDataRequests: ExampleRequests = {
  // The id in this path is that of an application.
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
