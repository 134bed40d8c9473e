import * as z from 'zod/mini';
import { requiredText } from '../../foundation/common-schemas.js';
import { MockError } from '../../foundation/mock-error.js';
import { expectValid } from '../../foundation/validate.js';
import { inBriefOrder } from '../../model/brief-order.js';
import { records } from '../../model/record-schemas.js';
import { headerIn, type RequestHeaders } from '../../protocol/request-headers.js';
import { defineRoute, type RouteContext } from '../../protocol/route.js';
import { briefsWithEntitlement } from './briefs-with-entitlement.js';

/** User-Data API, "User brief item". */
export const userBrief = z.strictObject({
  /** The brief. */
  brief_definition: z.strictObject({
    /** The name of the brief. */
    display_name: z.string(),
    /** Names the brief in URLs. */
    slug: z.string(),
    /** A text, such as `"3"`. */
    id: z.string(),
  }),
  /** The flags of the user's entitlement to the brief. */
  preference: z.pick(records.brief_entitlement, { is_default: true, is_admin: true, is_redacted: true }),
});

const response = z.strictObject({ data: z.array(userBrief) });
const caller = z.string().check(z.minLength(1, 'is required'), z.describe('The calling application.'));
const common = {
  path: '/user-data/v1/user-brief/filter',
  summary: 'List the active briefs for which a user has a brief entitlement',
  decisions: ['D23', 'D24'],
  headers: { 'X-REQUEST-FROM': caller },
  response,
  failures: ['forbidden'],
} as const;

const filterByQuery = defineRoute({
  ...common,
  method: 'GET',
  query: { email: requiredText },
  example: ({ user: { email } }) => ({ query: { email }, headers: { 'X-REQUEST-FROM': 'web' } }),
  handle: ({ query, headers }, context: RouteContext) => userBriefs(query.email, headers, context),
});

const filterByBody = defineRoute({
  ...common,
  method: 'POST',
  body: z.object({ email: requiredText }),
  example: ({ user: { email } }) => ({ body: { email }, headers: { 'X-REQUEST-FROM': 'web' } }),
  handle: ({ body, headers }, context: RouteContext) => userBriefs(body.email, headers, context),
});

export const userBriefRoutes = [filterByQuery, filterByBody];

function userBriefs(email: string, headers: RequestHeaders, context: RouteContext): z.input<typeof response> {
  checkCaller(headers, context);
  const briefs = inBriefOrder(briefsWithEntitlement(email, context.tables), ({ brief }) => brief);
  return {
    data: briefs.map(({ entitlement: { is_default, is_admin, is_redacted }, brief: { id, name, slug } }) => ({
      brief_definition: { display_name: name, slug, id },
      preference: { is_default, is_admin, is_redacted },
    })),
  };
}

/** D23: `X-REQUEST-FROM` names the calling application. */
function checkCaller(headers: RequestHeaders, { behavior }: RouteContext): void {
  const name = expectValid(caller, headerIn(headers, 'x-request-from')?.trim(), { root: ['X-REQUEST-FROM'] });
  if (behavior.requestFrom === null || behavior.requestFrom.includes(name)) return;
  const allowed = behavior.requestFrom.join(', ');
  throw new MockError('forbidden', `X-REQUEST-FROM must be one of ${allowed}, not ${name}`);
}
