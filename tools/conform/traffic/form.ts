import type * as z from 'zod/mini';
import { nearestRouteHint } from '../../../src/faults/nearest-route.js';
import { formatValue } from '../../../src/foundation/format-value.js';
import { getOrInsert } from '../../../src/foundation/get-or-insert.js';
import { isPlainObject } from '../../../src/foundation/is-object.js';
import { IssueList } from '../../../src/foundation/mock-error.js';
import { parseJson } from '../../../src/foundation/parse-json.js';
import { HIDDEN } from '../../../src/foundation/secrets.js';
import { validate } from '../../../src/foundation/validate.js';
import type { Behavior } from '../../../src/protocol/behavior.js';
import { successSchema } from '../../../src/protocol/envelope.js';
import { type Failures, failuresOf, unroutedOf } from '../../../src/protocol/failures.js';
import { recordFields } from '../../../src/protocol/record-fields.js';
import type { Route } from '../../../src/protocol/route.js';
import type { Service } from '../../../src/protocol/service.js';
import { valueKeys } from '../../../src/services/preferences/values.js';
import { isSuccess } from '../api.js';
import type { ApiRequest } from '../api-routes.js';
import type { Exchange } from './exchange.js';
import type { Deviation } from './judgement.js';
import { readValueKeys } from './value-keys.js';

/** Compares the status, the content type and the body of an answer with those that the mock declares for the route. */
export function formProblems(
  { method, status, contentType, body }: Exchange,
  { service, route, path }: ApiRequest,
  behavior: Behavior,
): Deviation[] {
  if (route === undefined && isSuccess({ status })) {
    const hint = nearestRouteHint(service.routes, method, path);
    return [{ path: `${method} ${withoutIds(path)}`, rule: 'is not a route of the mock', detail: hint }];
  }
  // 304 only says that the cached answer is still valid.
  if (status === 304) return [];
  const schema = schemaOf(service, route, status);
  if (schema === undefined) {
    const failures = failuresAt(service, route).keys();
    const declared = [...(route === undefined ? [] : [200]), ...failures].join(', ');
    return [{ path: 'status', rule: `must be one of ${declared}`, detail: `, but is ${status}` }];
  }
  const problems: Deviation[] = [];
  if (contentType !== undefined && !/^application\/json\b/i.test(contentType ?? '')) {
    const found = contentType === null ? 'absent' : formatValue(contentType);
    problems.push({ path: 'content-type', rule: 'must be application/json', detail: `, but is ${found}` });
  }
  if (method === 'HEAD' || body === undefined) return problems;
  const json = parseJson(body);
  if (json === undefined) {
    const detail = body === '' ? ', but is empty' : '';
    return [...problems, { path: 'body', rule: 'must be JSON', detail }];
  }
  const found = bodyProblems(schema, json, behavior).filter(({ path }) => !isOursAlone(path, method, route, status));
  return [...problems, ...found];
}

/** By the route, or the service of a path without one, and by the status. Making a schema takes longer than using it. */
const schemas = new Map<Route | Service, Map<number, z.core.$ZodType | undefined>>();

function schemaOf(service: Service, route: Route | undefined, status: number): z.core.$ZodType | undefined {
  const byStatus = getOrInsert(schemas, route ?? service, () => new Map());
  if (!byStatus.has(status)) byStatus.set(status, newSchema(service, route, status));
  return byStatus.get(status);
}

/**
 * Whether the mock alone promises what is in a place of an answer, so that another server may do without: the issues of a failure,
 * no total beside the answer of a POST, no action in the answer of a sync.
 */
function isOursAlone(place: string, method: string, route: Route | undefined, status: number): boolean {
  if (status !== 200) return place.startsWith('error.issues');
  if (method !== 'POST') return false;
  return place === 'total' || (route?.path.endsWith('/content-entitlement-sync') === true && /\.action$/.test(place));
}

function newSchema(service: Service, route: Route | undefined, status: number): z.core.$ZodType | undefined {
  if (status === 200 && route !== undefined) return successSchema(service, route);
  const codes = failuresAt(service, route).get(status);
  return codes === undefined ? undefined : service.failureSchema(status, codes);
}

function failuresAt(service: Service, route: Route | undefined): Failures {
  return route === undefined ? unroutedOf(service).failures : failuresOf(service, route);
}

function bodyProblems(schema: z.core.$ZodType, json: unknown, behavior: Behavior): Deviation[] {
  const { value, restore } = readValueKeys(json, behavior);
  const issues = new IssueList(Number.POSITIVE_INFINITY);
  validate(schema, value, [], issues);
  return (
    issues.listed
      // The journal of a mock hides secrets.
      .filter(({ message }) => !message.endsWith(formatValue(HIDDEN)))
      .map(({ path, message }) => problemAt(restore(path), message))
  );
}

/** The fields that are the same value, of which a server has one or both (D11). */
const ofBothSpellings = new Set(valueKeys({ apostropheKey: 'both' }));

/** A success without the fields of its records that the route does not declare. */
export function withoutUndeclared(body: unknown, { route }: ApiRequest): unknown {
  if (route === undefined || !isPlainObject(body) || !('data' in body)) return body;
  const fields = recordFields(route);
  const isDeclared = ([name]: [string, unknown]) => fields.has(name) || ofBothSpellings.has(name);
  const declared = (record: unknown) =>
    isPlainObject(record) ? Object.fromEntries(Object.entries(record).filter(isDeclared)) : record;
  const { data } = body;
  return { ...body, data: Array.isArray(data) ? data.map(declared) : declared(data) };
}

/** Splits a message into what is the same for every answer, and the rest. */
export function problemAt(path: string, message: string): Deviation {
  const [rule = ''] = message.split(/, but is |; |: /);
  return { path: withIndexes(path) || 'body', rule, detail: message.slice(rule.length) };
}

/** `data.3.created_at` as `data[3].created_at`. */
function withIndexes(path: string): string {
  return path.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]');
}

function withoutIds(path: string): string {
  return path.replaceAll(/\/\d+(?=\/|$)/g, '/:id');
}
