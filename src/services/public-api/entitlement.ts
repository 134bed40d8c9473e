import type { Row, Tables } from '../../model/tables.js';

type Brief = Row<'brief'>;
type User = Row<'user'>;

/**
 * Whether a user may read a brief (P3). The brief must be active, and one of these must hold: it is public or core; the
 * user has a brief entitlement; one of their application users has a content entitlement; their client has an active
 * relationship with the brief.
 */
export function isEntitled(user: User, brief: Brief, tables: Tables): boolean {
  if (!brief.is_active) return false;
  return (
    brief.is_public ||
    brief.is_core ||
    tables.brief_entitlement.has({ email: user.email, brief_slug: brief.slug }) ||
    tables.application_user
      .list({ user_id: user.id })
      .some(({ id }) =>
        tables.content_entitlement.has({ content_type: 'brief', slug: brief.slug, application_user_id: id }),
      ) ||
    (hasActiveClient(user, tables) &&
      tables.brief_client.find({ brief_id: brief.id, client_id: user.client_id })?.status === 'active')
  );
}

/** Every brief that the user may read, in no particular order. */
export function entitledBriefs(user: User, tables: Tables): Brief[] {
  const briefs = new Set<Brief>();
  const add = (brief: Brief | undefined) => {
    if (brief?.is_active) briefs.add(brief);
  };
  tables.brief.list({ is_public: true }).forEach(add);
  tables.brief.list({ is_core: true }).forEach(add);
  for (const { brief_slug } of tables.brief_entitlement.list({ email: user.email }, 'brief_slug')) {
    add(tables.brief.find({ slug: brief_slug }));
  }
  for (const { id } of tables.application_user.list({ user_id: user.id }, 'application_id')) {
    for (const { content_type, slug } of tables.content_entitlement.list({ application_user_id: id })) {
      if (content_type === 'brief') add(tables.brief.find({ slug }));
    }
  }
  if (hasActiveClient(user, tables)) {
    for (const { brief_id, status } of tables.brief_client.list({ client_id: user.client_id })) {
      if (status === 'active') add(tables.brief.get(brief_id));
    }
  }
  return [...briefs];
}

/** P24: a deleted client gives no access. */
function hasActiveClient(user: User, tables: Tables): user is User & { client_id: number } {
  return user.client_id !== null && tables.client.get(user.client_id)?.status === 'active';
}
