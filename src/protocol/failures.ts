import * as z from 'zod/mini';
import type { ErrorCode } from '../foundation/mock-error.js';
import { statusOf } from './http-status.js';
import { type Route, readsBody } from './route.js';
import type { Service } from './service.js';

export type Codes = readonly [ErrorCode, ...ErrorCode[]];

export type Failures = ReadonlyMap<number, Codes>;

/** A request without a route may name an invalid session too, and have a URL that is too long. */
const UNROUTED = ['malformed_data', 'uri_too_long'] as const;

/** The error codes of a route by status: those that follow from its parts, and those that it names. */
export function failuresOf(service: Service, route: Route): Failures {
  const { method, params, readsJournal, onlyReads, broadcast, isOpen } = route;
  const namesSession = service.kind === 'control' && (method === 'GET' || readsJournal || onlyReads);
  const codes = new Set<ErrorCode>([
    'uri_too_long',
    // The name of a session, or a query parameter of a control call, may be invalid in any request.
    'malformed_data',
    ...(isOpen ? [] : (['unauthorized'] as const)),
    ...(readsBody(route) ? (['payload_too_large', 'unsupported_media_type', 'conflict'] as const) : []),
    // A control call that only reads creates no session, and a broadcast may match none.
    ...(!isOpen && (params !== undefined || namesSession || broadcast) ? (['not_found'] as const) : []),
    ...(isOpen || service.guard === undefined ? [] : (['forbidden'] as const)),
    ...route.failures,
  ]);
  return byStatus([...codes]);
}

/** The errors of requests without a route. */
export interface Unrouted {
  readonly name: string;
  /** The longest prefix decides. */
  readonly prefixes: readonly string[];
  readonly failures: Failures;
  readonly failureSchema: Service['failureSchema'];
}

export function unroutedOf({ name, prefixes, guard, failureSchema }: Service): Unrouted {
  const guarded = guard === undefined ? [] : (['forbidden'] as const);
  const failures = byStatus([...UNROUTED, 'no_such_route', 'no_such_version', 'method_not_allowed', ...guarded]);
  return { name, prefixes, failures, failureSchema };
}

/** The paths below no service's prefix. */
export const outside: Unrouted = {
  name: 'outside',
  prefixes: ['/'],
  failures: byStatus([...UNROUTED, 'no_such_route']),
  failureSchema: (_, codes) => z.strictObject({ error: z.strictObject({ code: z.enum(codes), message: z.string() }) }),
};

function byStatus(codes: readonly ErrorCode[]): Failures {
  const statuses = [...new Set(codes.map((code) => statusOf[code]))].sort((a, b) => a - b);
  return new Map(statuses.map((status) => [status, codes.filter((code) => statusOf[code] === status) as never]));
}
