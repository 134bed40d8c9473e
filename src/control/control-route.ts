import * as z from 'zod/mini';
import { once } from '../foundation/once.js';
import type { Listener, Sender } from '../protocol/listener.js';
import { optionalParameter } from '../protocol/parameter-schemas.js';
import { defineRoute, type Route, type RouteContext, type RouteDefinition, type Schemas } from '../protocol/route.js';
import { sessionPatternSchema } from '../protocol/session-name.js';
import type { Session } from '../session/session.js';
import { LISTED_SESSIONS } from '../session/session-address.js';
import type { Sessions } from '../session/sessions.js';
import type { Describe } from './openapi-document.js';

/** The context of a route of the control API; routes of the mocked APIs only get a {@link RouteContext}. */
export interface ControlContext extends RouteContext {
  readonly session: Session;
  readonly sessions: Sessions;
  readonly describe: Describe;
  /** Where the request arrived; undefined for calls in the process. */
  readonly listener: Listener | undefined;
  /** Undefined in the process. */
  readonly sender: Sender | undefined;
  readonly url: string;
}

/** Defines a route of the control API; see {@link defineRoute}. */
export function defineControlRoute<
  Params extends Schemas = Record<never, never>,
  Query extends Schemas = Record<never, never>,
  Body extends z.core.$ZodType = z.ZodMiniUndefined,
  Result extends z.core.$ZodType = z.core.$ZodType,
  Found = undefined,
  Prepared = undefined,
>(definition: RouteDefinition<ControlContext, Params, Query, Body, Result, Found, Prepared>): Route {
  if (!definition.broadcast) return defineRoute(definition);
  const sessions = () => optionalParameter(sessionPatternSchema, SESSIONS_PARAMETER);
  const query = once(() => ({ ...definition.query, sessions: sessions() }));
  const response = once(() => z.union([definition.response, answersSchema(definition.response)]));
  const several: RouteDefinition<ControlContext> = {
    ...(definition as unknown as RouteDefinition<ControlContext>),
    get query() {
      return query();
    },
    get response() {
      return response();
    },
  };
  return defineRoute(several);
}

const SESSIONS_PARAMETER =
  'Sends the call to several sessions: `all`, or a name in which `*` stands for any characters. If one of them rejects it, ' +
  `nothing changes in any. The answer lists the answers of the first ${LISTED_SESSIONS} sessions.`;

/** The answer to a call that was sent to several sessions. */
function answersSchema(answer: z.core.$ZodType) {
  const one = z.strictObject({ session: z.nullable(z.string()), answer });
  return z.strictObject({ data: z.array(one), total: z.int() });
}
