import * as z from 'zod';
import { writeEach } from '../../protocol/bulk.js';
import { columnShapes } from '../../protocol/resource.js';
import type { RouteContext } from '../../protocol/route.js';
import type { Row, Tables } from '../../state/models.js';

const text = z.string().min(1, 'may not be empty');
const authorship = { created_by: z.unknown().optional(), updated_by: z.unknown().optional() };

/** The legacy form of a sync item: everything that the entitlement depends on, in groups (D27). */
export const legacyItem = z.object({
  action: z.enum(['sync', 'delete'], { error: "is neither 'sync' nor 'delete'" }),
  application: z.object({ name: text }),
  application_user: z.object({ legacy_id: z.int() }),
  entitlement: z.object({ slug: text, content_type: text, is_subscribed: z.boolean().nullish(), ...authorship }),
  client: z.object({
    short_name: text,
    display_name: text,
    type: text,
    ...columnShapes('client', ['status', 'sf_id', 'legacy_id']),
    ...authorship,
  }),
  user: z.object({
    fname: text,
    lname: text,
    email: text,
    ...columnShapes('user', ['sf_id', 'user_type']),
    ...authorship,
  }),
});

type LegacyItem = z.output<typeof legacyItem>;

const group = z.record(z.string(), z.unknown());

/** The same groups as they came, with the ids of their records. */
export const legacyResult = z.strictObject({
  application: group,
  application_user: group,
  entitlement: group,
  client: group,
  user: group,
});

/** D27: an item of the legacy form is known by its `application` group. */
export function isLegacyItem(item: unknown): boolean {
  return typeof item === 'object' && item !== null && Object.hasOwn(item, 'application');
}

/** Applies items of the legacy form in their order: all or none, as any bulk body. */
export function syncLegacy(items: readonly unknown[], { tables }: RouteContext): z.input<typeof legacyResult>[] {
  return writeEach(items, legacyItem, (item) => applyLegacy(item, tables));
}

function applyLegacy(item: LegacyItem, tables: Tables): z.input<typeof legacyResult> {
  const application =
    tables.application.find({ name: item.application.name }) ?? tables.application.insert(item.application);
  const client = writeClient(item.client, tables);
  const user = writeUser(item.user, client, tables);
  const { legacy_id } = item.application_user;
  const owner = { application_id: application.id, legacy_id };
  const existingOwner = tables.application_user.find(owner);
  const applicationUser =
    existingOwner === undefined
      ? tables.application_user.insert({ ...owner, user_id: user.id })
      : tables.application_user.update(existingOwner.id, { user_id: user.id });
  const entitlement = writeEntitlement(item, applicationUser, tables);
  return {
    application: { id: application.id, ...item.application },
    application_user: { id: applicationUser.id, ...item.application_user },
    entitlement: { id: entitlement?.id ?? null, ...item.entitlement },
    client: { id: client.id, ...item.client },
    user: { id: user.id, ...item.user },
  };
}

function writeClient({ created_by, updated_by, ...columns }: LegacyItem['client'], tables: Tables): Row<'client'> {
  const existing = tables.client.find({ short_name: columns.short_name });
  if (existing !== undefined) return tables.client.update(existing.id, columns);
  return tables.client.insert({ ...columns, name: columns.display_name });
}

function writeUser({ created_by, updated_by, ...columns }: LegacyItem['user'], client: Row<'client'>, tables: Tables) {
  const existing = tables.user.find({ email: columns.email });
  const joined = { ...columns, client_id: client.id };
  return existing === undefined ? tables.user.insert(joined) : tables.user.update(existing.id, joined);
}

/** The entitlement as it is now; on `delete`, the one that was removed, if there was one. */
function writeEntitlement({ action, entitlement }: LegacyItem, owner: Row<'application_user'>, tables: Tables) {
  const { slug, content_type, is_subscribed } = entitlement;
  const combination = { application_user_id: owner.id, slug, content_type };
  const existing = tables.content_entitlement.find(combination);
  if (action === 'delete') return existing && tables.content_entitlement.remove(existing.id);
  if (existing === undefined) return tables.content_entitlement.insert({ ...combination, is_subscribed });
  return tables.content_entitlement.update(existing.id, { is_subscribed: is_subscribed ?? true });
}
