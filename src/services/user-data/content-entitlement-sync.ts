import * as z from 'zod/mini';
import { requiredText } from '../../foundation/common-schemas.js';
import { MockError, malformedAt, notFound } from '../../foundation/mock-error.js';
import { expectValid } from '../../foundation/validate.js';
import { defineRoute, type RouteContext } from '../../protocol/route.js';
import { isLegacyItem, legacyItem, legacyResult, syncAction, syncLegacy, writeEntitlement } from './legacy-sync.js';

/** An item of content-entitlement-sync, in its new form. */
export const syncItem = z.object({
  /** `sync` creates or updates the content entitlement; `delete` deletes it if it exists. */
  action: syncAction,
  /** The id of the application user who has it. */
  application_user_id: z.int(),
  /** The slug of the content; it may belong to no brief. */
  slug: requiredText,
  /** The kind of content, such as `brief`. */
  content_type: requiredText,
  /** Stored and answered only. Default true. */
  is_subscribed: z.nullish(z.boolean()),
});

const appliedItems = z.array(z.looseObject(syncItem.shape));

/** User-Data API, "Content entitlement sync": the result of each item. */
export const syncResult = z.strictObject({
  /** The applied items with the action `sync`, unchanged, including unknown fields. */
  processed_sync_payloads: appliedItems,
  /** The applied items with the action `delete`, unchanged, including unknown fields. */
  processed_delete_payloads: appliedItems,
  /** The items that were skipped. */
  invalid_payloads: z.array(
    z.strictObject({
      /** What is wrong with the item, for people. It may change. */
      error_message: z.string(),
      /** 404 if the application user does not exist, 400 for an invalid item. */
      error_code: z.union([z.literal(400), z.literal(404)]),
      /** The item, unchanged. */
      data: z.unknown().check(z.describe('Any JSON.')),
      /** Always empty. */
      extra: z.strictObject({}),
    }),
  ),
});

/** Invalid items are reported, and the others are applied: the request succeeds (D26). */
const sync = defineRoute({
  method: 'POST',
  path: '/user-data/v1/content-entitlement-sync',
  summary: 'Set and delete content entitlements; invalid items are skipped and reported',
  decisions: ['D26', 'D27', 'X7'],
  items: { schema: z.union([syncItem, legacyItem]), orOne: false },
  example: ({ tables }) => {
    const [owner] = tables.application_user.all();
    const [brief] = tables.brief.all();
    if (owner === undefined || brief === undefined) return undefined;
    const item = { application_user_id: owner.id, slug: brief.slug, content_type: 'brief' };
    return { body: [{ action: 'sync', ...item, is_subscribed: true }] };
  },
  response: z.strictObject({ data: z.union([z.tuple([syncResult]), z.array(legacyResult)]) }),
  failures: ['conflict'],
  handle: ({ batch }, context: RouteContext) => {
    const { items } = batch;
    const legacy = items.filter(isLegacyItem).length;
    if (legacy === 0) return { data: [syncEach(items, context)] as [z.input<typeof syncResult>] };
    if (legacy === items.length) return { data: syncLegacy(batch, context) };
    throw malformedAt('', 'The items must all have the legacy form, or none of them');
  },
});

export const contentEntitlementSyncRoutes = [sync];

/** Applies the items in order. */
function syncEach(items: readonly unknown[], context: RouteContext): z.input<typeof syncResult> {
  const result: z.input<typeof syncResult> = {
    processed_sync_payloads: [],
    processed_delete_payloads: [],
    invalid_payloads: [],
  };
  for (const data of items) {
    try {
      const action = apply(data, context);
      const processed = action === 'sync' ? result.processed_sync_payloads : result.processed_delete_payloads;
      // `apply` has validated it.
      processed.push(data as z.input<typeof syncItem>);
    } catch (error) {
      if (!(error instanceof MockError)) throw error;
      const error_code = error.code === 'not_found' ? 404 : 400;
      result.invalid_payloads.push({ error_message: error.message, error_code, data, extra: {} });
    }
  }
  return result;
}

function apply(data: unknown, { tables }: RouteContext): 'sync' | 'delete' {
  const { action, is_subscribed, ...combination } = expectValid(syncItem, data);
  if (tables.application_user.get(combination.application_user_id) === undefined) {
    throw notFound(`There is no application user ${combination.application_user_id}`);
  }
  writeEntitlement(action, combination, is_subscribed, tables);
  return action;
}
