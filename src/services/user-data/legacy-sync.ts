import * as z from 'zod/mini';
import { requiredText } from '../../foundation/common-schemas.js';
import { expectValid } from '../../foundation/validate.js';
import type { Row, Tables } from '../../model/tables.js';
import { type Batch, ErrorList, writeEach } from '../../protocol/bulk.js';
import { columnSchemas } from '../../protocol/columns.js';
import type { RouteContext } from '../../protocol/route.js';
import { uniqueUserColumns } from './user.js';

const authorship = {
  /** Anything; answered, but not stored. */
  created_by: z.optional(z.unknown()),
  /** Anything; answered, but not stored. */
  updated_by: z.optional(z.unknown()),
};

export const syncAction = z.enum(['sync', 'delete'], { error: "must be 'sync' or 'delete'" });

const client = z.object({
  /** Finds the client; one that does not exist is created. */
  short_name: requiredText,
  /** The name that people see, and the full name of a new client, which needs it. */
  display_name: z.optional(requiredText),
  /** The kind of organization, such as `company`; a new client needs it. */
  type: z.optional(requiredText),
  ...columnSchemas('client', ['status', 'sf_id', 'legacy_id']),
  ...authorship,
});
const user = z.object({
  /** Finds the user, case-insensitively; one that does not exist is created. */
  email: requiredText,
  /** The first name; a new user needs it. */
  fname: z.optional(requiredText),
  /** The last name; a new user needs it. */
  lname: z.optional(requiredText),
  ...columnSchemas('user', ['sf_id', 'user_type']),
  ...authorship,
});

/** A client that does not exist yet needs more than what identifies it (D32). */
const newClient = z.required(client, { display_name: true, type: true });

/** The legacy form of a sync item: the entitlement and all records that it depends on, in groups (D27). */
export const legacyItem = z.object({
  /** `sync` creates or updates the content entitlement; `delete` deletes it. The other groups are written either way. */
  action: syncAction,
  /** The application of the application user. */
  application: z.object({
    /** Finds the application; one that does not exist is created. */
    name: requiredText,
  }),
  /** The application user who has the content entitlement. */
  application_user: z.object({
    /** The id that the application itself has for the user. Finds the application user. */
    legacy_id: z.int(),
  }),
  /** The content entitlement. */
  entitlement: z.object({
    /** The slug of the content; it may belong to no brief. */
    slug: requiredText,
    /** The kind of content, such as `brief`. */
    content_type: requiredText,
    /** Stored and answered only. Default true. */
    is_subscribed: z.nullish(z.boolean()),
    ...authorship,
  }),
  /** The client that the user belongs to afterwards. */
  client,
  /** The user of the application user. */
  user,
});

type LegacyItem = z.output<typeof legacyItem>;

const { action: _, ...groups } = legacyItem.shape;
const recordId = {
  /** The id of the created or updated record. */
  id: z.int(),
};

/** The groups of the item, unchanged, with the ids of their records. */
export const legacyResult = z.strictObject({
  /** The group of the item, with the id of the application. */
  application: z.strictObject({ ...recordId, ...groups.application.shape }),
  /** The group of the item, with the id of the application user. */
  application_user: z.strictObject({ ...recordId, ...groups.application_user.shape }),
  /** The group of the item, with the id of the content entitlement. */
  entitlement: z.strictObject({
    /** The id of the written or deleted content entitlement; null if there was none to delete. */
    id: z.nullable(z.int()),
    ...groups.entitlement.shape,
  }),
  /** The group of the item, with the id of the client. */
  client: z.strictObject({ ...recordId, ...groups.client.shape }),
  /** The group of the item, with the id of the user. */
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
  const { is_subscribed, slug, content_type } = item.entitlement;
  const entitlement =
    applicationUser &&
    write('entitlement', () => {
      const combination = { application_user_id: applicationUser.id, slug, content_type };
      return writeEntitlement(item.action, combination, is_subscribed, tables);
    });
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
export function writeEntitlement(
  action: z.output<typeof syncAction>,
  combination: Pick<Row<'content_entitlement'>, 'application_user_id' | 'slug' | 'content_type'>,
  is_subscribed: boolean | null | undefined,
  tables: Tables,
) {
  const existing = tables.content_entitlement.find(combination);
  if (action === 'delete') return existing && tables.content_entitlement.remove(existing.id);
  if (existing === undefined) return tables.content_entitlement.insert({ ...combination, is_subscribed });
  return tables.content_entitlement.update(existing.id, { is_subscribed: is_subscribed ?? true });
}
