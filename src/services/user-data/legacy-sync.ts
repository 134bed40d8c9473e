import * as z from 'zod';
import { requiredText } from '../../foundation/common-schemas.js';
import { expectValid } from '../../foundation/validate.js';
import type { Row, Tables } from '../../model/tables.js';
import { type Batch, ErrorList, writeEach } from '../../protocol/bulk.js';
import { columnSchemas } from '../../protocol/resource.js';
import type { RouteContext } from '../../protocol/route.js';
import { uniqueUserColumns } from './user.js';

const authorship = { created_by: z.unknown().optional(), updated_by: z.unknown().optional() };

export const syncAction = z.enum(['sync', 'delete'], { error: "must be 'sync' or 'delete'" });

const client = z.object({
  short_name: requiredText,
  display_name: requiredText.optional(),
  type: requiredText.optional(),
  ...columnSchemas('client', ['status', 'sf_id', 'legacy_id']),
  ...authorship,
});
const user = z.object({
  email: requiredText,
  fname: requiredText.optional(),
  lname: requiredText.optional(),
  ...columnSchemas('user', ['sf_id', 'user_type']),
  ...authorship,
});

/** A client that does not exist yet needs more than what identifies it (D32). */
const newClient = client.required({ display_name: true, type: true });

/** The legacy form of a sync item: the entitlement and all records that it depends on, in groups (D27). */
export const legacyItem = z.object({
  action: syncAction,
  application: z.object({ name: requiredText }),
  application_user: z.object({ legacy_id: z.int() }),
  entitlement: z.object({
    slug: requiredText,
    content_type: requiredText,
    is_subscribed: z.boolean().nullish(),
    ...authorship,
  }),
  client,
  user,
});

type LegacyItem = z.output<typeof legacyItem>;

const { action: _, ...groups } = legacyItem.shape;
const recordId = { id: z.int() };

/** The groups of the item, unchanged, with the ids of their records. */
export const legacyResult = z.strictObject({
  application: z.strictObject({ ...recordId, ...groups.application.shape }),
  application_user: z.strictObject({ ...recordId, ...groups.application_user.shape }),
  entitlement: z.strictObject({ id: z.int().nullable(), ...groups.entitlement.shape }),
  client: z.strictObject({ ...recordId, ...groups.client.shape }),
  user: z.strictObject({ ...recordId, ...groups.user.shape }),
});

/** D27: only items of the legacy form have the field `application`. */
export function isLegacyItem(item: unknown): boolean {
  return typeof item === 'object' && item !== null && Object.hasOwn(item, 'application');
}

/** Applies items of the legacy form in order, all or none, like any bulk body. */
export function syncLegacy(batch: Batch, context: RouteContext): z.input<typeof legacyResult>[] {
  return writeEach(batch, legacyItem, (item) => applyLegacy(item, context));
}

function applyLegacy(item: LegacyItem, context: RouteContext): z.input<typeof legacyResult> {
  const { tables } = context;
  const errors = new ErrorList();
  // After an error in one group, only the groups that depend on it are skipped, so that all errors are reported.
  const write = <Written>(group: keyof LegacyItem, make: () => Written) => errors.catch([group], make);

  const application = write('application', () => writeApplication(item.application, tables));
  const client = write('client', () => writeClient(item.client, tables));
  const user = write('user', () => writeUser(item.user, client, context));
  const applicationUser =
    application && user && write('application_user', () => writeApplicationUser(item, application, user, tables));
  const entitlement = applicationUser && write('entitlement', () => writeEntitlement(item, applicationUser, tables));
  if (errors.count > 0 || !application || !client || !user || !applicationUser) throw errors.toError();
  return {
    application: { id: application.id, ...item.application },
    application_user: { id: applicationUser.id, ...item.application_user },
    entitlement: { id: entitlement?.id ?? null, ...item.entitlement },
    client: { id: client.id, ...item.client },
    user: { id: user.id, ...item.user },
  };
}

function writeApplication({ name }: LegacyItem['application'], tables: Tables): Row<'application'> {
  return tables.application.find({ name }) ?? tables.application.insert({ name });
}

function writeClient(group: LegacyItem['client'], tables: Tables): Row<'client'> {
  const { created_by, updated_by, ...columns } = group;
  const existing = tables.client.find({ short_name: columns.short_name });
  if (existing !== undefined) return tables.client.update(existing.id, columns);
  const { display_name: name } = expectValid(newClient, group);
  return tables.client.insert({ ...columns, name });
}

function writeUser(
  { created_by, updated_by, ...columns }: LegacyItem['user'],
  client: Row<'client'> | undefined,
  { tables, behavior }: RouteContext,
): Row<'user'> {
  const existing = tables.user.find({ email: columns.email });
  const withClient = { ...columns, client_id: client?.id };
  if (existing === undefined) return tables.user.insert(withClient, uniqueUserColumns(behavior));
  return tables.user.update(existing.id, withClient, uniqueUserColumns(behavior));
}

function writeApplicationUser(
  { application_user: { legacy_id } }: LegacyItem,
  application: Row<'application'>,
  user: Row<'user'>,
  tables: Tables,
): Row<'application_user'> {
  const identity = { application_id: application.id, legacy_id };
  const existing = tables.application_user.find(identity);
  if (existing === undefined) return tables.application_user.insert({ ...identity, user_id: user.id });
  return tables.application_user.update(existing.id, { user_id: user.id });
}

/** Returns the written entitlement or, with the action `delete`, the deleted one, if it existed. */
function writeEntitlement(
  { action, entitlement }: LegacyItem,
  applicationUser: Row<'application_user'>,
  tables: Tables,
) {
  const { slug, content_type, is_subscribed } = entitlement;
  const combination = { application_user_id: applicationUser.id, slug, content_type };
  const existing = tables.content_entitlement.find(combination);
  if (action === 'delete') return existing && tables.content_entitlement.remove(existing.id);
  if (existing === undefined) return tables.content_entitlement.insert({ ...combination, is_subscribed });
  return tables.content_entitlement.update(existing.id, { is_subscribed: is_subscribed ?? true });
}
