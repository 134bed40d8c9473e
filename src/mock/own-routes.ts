import * as z from 'zod/mini';
import type { ControlContext } from '../control/control-route.js';
import type { Clock } from '../foundation/clock.js';
import { formatValue } from '../foundation/format-value.js';
import { isPromise } from '../foundation/is-promise.js';
import { MockError, malformed } from '../foundation/mock-error.js';
import { type StoredRow, schemas } from '../model/table-schema.js';
import type { Row } from '../model/tables.js';
import { plainAnswers } from '../protocol/plain-answers.js';
import { headerEntries, type RequestHeaders } from '../protocol/request-headers.js';
import { defineRoute as defineServiceRoute, handlerName, type Route, type RouteInput } from '../protocol/route.js';
import type { CallContext, KnownService, Service, ServiceName } from '../protocol/service.js';
import { authenticate } from '../services/public-api/authentication.js';
import { publicApi } from '../services/public-api/index.js';
import { collectionsOf, copyRow } from '../state/collection.js';
import { type AnyDefinition, isOwnRoute, type OwnRoute } from './define-route.js';

/**
 * The service of own routes; undefined without any. It comes first, so that its routes take precedence over parameters in
 * the paths of the others.
 * @throws MockError `malformed_data` for anything but routes, and for a route that exists already.
 */
export function ownServiceOf(
  routes: readonly OwnRoute[],
  others: readonly KnownService[],
): (Service & { readonly name: ServiceName }) | undefined {
  if (!Array.isArray(routes)) throw malformed(`routes: must be an array, but is ${formatValue(routes)}`);
  if (routes.length === 0) return undefined;
  const owners = new Map(
    others.flatMap(({ title, routes }) =>
      routes.flatMap(({ method, path, aliases }) =>
        [path, ...aliases].map((spelling) => [addressOf({ method, path: spelling }), title] as const),
      ),
    ),
  );
  for (const [i, route] of routes.entries()) {
    if (!isOwnRoute(route)) {
      throw malformed(`routes.${i}: must be a route, created with defineRoute, but is ${formatValue(route)}`);
    }
    const owner = owners.get(addressOf(route));
    if (owner !== undefined) {
      const { method, path } = route;
      const advice = owner === TITLE ? '' : '; to change its answers, see override';
      throw malformed(`routes.${i}: ${method} ${path} is a route of the ${owner} already${advice}`);
    }
    owners.set(addressOf(route), TITLE);
  }
  return {
    name: 'own',
    title: TITLE,
    prefixes: [],
    routes: routes.map((route) => serviceRoute(route as AnyDefinition)),
    kind: 'api',
    authenticate: userOrNull,
    credential: publicApi.credential,
    ...plainAnswers,
  };
}

const TITLE = 'Own routes';

/** Equal for routes that match the same requests. */
function addressOf({ method, path }: OwnRoute): string {
  return `${method} ${path.replace(/:\w+/g, ':')}`;
}

function serviceRoute(given: AnyDefinition): Route {
  const { method, path } = given;
  const { handle, failures = [], summary = `${method} ${path}`, response = z.unknown(), ...definition } = given;
  const name = handlerName(given);
  return defineServiceRoute({
    ...definition,
    summary,
    response,
    failures,
    // Answers of routes that read headers are not cached, because a handler may depend on more than the records and the time.
    headers: definition.headers ?? {},
    handle: (input: RouteInput, { session, clock, caller }: ControlContext) => {
      let isOver = false;
      const check = (call: string) => {
        if (method === 'GET') throw new Error(`${name} called ${call}; that of a GET must not write`);
        if (isOver) throw new Error(`${name} called ${call} after it had ended; its changes are one transaction`);
      };
      const data = collectionsOf(session.state, (call, change) => {
        check(call);
        return session.state.run(call, change);
      });
      const parts = { ...input, headers: new Headers(headerEntries(input.headers)) };
      let result: unknown;
      try {
        result = handle(parts, { data, clock: checkedClock(clock, check), caller: copyOf(caller as StoredRow | null) });
      } finally {
        isOver = true;
      }
      if (!isPromise(result)) return jsonOf(result, name);
      const promise = Promise.resolve(result);
      if (method === 'GET') return promise.then((one) => jsonOf(one, name));
      // Prevents an unhandled rejection.
      promise.catch(() => {});
      throw new Error(`${name} returned a promise; only that of a GET may`);
    },
  });
}

/** A handler may change its caller, as it may change what the finders of `data` return. */
function copyOf(caller: StoredRow | null): Row<'user'> | null {
  return caller && (copyRow(schemas.user, caller) as Row<'user'>);
}

const clockChanges: readonly unknown[] = ['set', 'advance', 'freeze', 'unfreeze', 'reset'] satisfies (keyof Clock)[];

/** A clock that calls `check` before each change. */
function checkedClock(clock: Clock, check: (call: string) => void): Clock {
  return new Proxy(clock, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...parts: unknown[]) => {
        if (clockChanges.includes(name)) check(`clock.${String(name)}`);
        return Reflect.apply(value, target, parts);
      };
    },
  });
}

/** What a handler returned. JSON has no undefined, and would keep nothing of a Response, a Map or a function. */
function jsonOf(result: unknown, name: string): unknown {
  const isObject = typeof result === 'object' && result !== null;
  const type = isObject ? (result.constructor?.name ?? 'Object') : typeof result;
  const isLost = isObject
    ? type !== 'Object' && JSON.stringify(result) === '{}'
    : ['function', 'symbol'].includes(type);
  if (!isLost) return result ?? null;
  throw new Error(
    `${name} returned a value of the type ${type}, of which JSON keeps nothing; return an object or a list`,
  );
}

function userOrNull(headers: RequestHeaders, context: CallContext): Row<'user'> | null {
  try {
    return authenticate(headers, context);
  } catch (error) {
    if (error instanceof MockError) return null;
    throw error;
  }
}
