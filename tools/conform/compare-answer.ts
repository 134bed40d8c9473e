import { formatText } from '../../src/foundation/format-value.js';
import { isSuccess } from './api.js';
import type { Answer, Expected, Ours } from './case.js';
import { type Mismatch, mismatches, type Pattern } from './patterns.js';

/** Compares the parts of an answer. */
export function compared(expected: Expected, { status, body, data, headers }: Answer): Mismatch[] {
  const statuses = expected.status === undefined ? undefined : [expected.status].flat();
  if (statuses === undefined ? !isSuccess({ status }) : !statuses.includes(status)) {
    const wanted = statuses?.join(' or ') ?? 'a success';
    return [{ path: 'status', problem: `must be ${wanted}, but is ${status}${reasonIn(body)}` }];
  }
  const parts: (readonly [string, Pattern, unknown])[] = [];
  if ('data' in expected) parts.push(['data', expected.data, data]);
  if ('body' in expected) parts.push(['body', expected.body, body]);
  for (const [name, pattern] of Object.entries(expected.headers ?? {})) {
    parts.push([`headers.${name}`, pattern, headers.get(name) ?? undefined]);
  }
  return parts.flatMap(([path, pattern, actual]) => mismatches(pattern, actual, path));
}

/** Compares the parts of an answer that only the mock promises. */
export function comparedOurs(ours: Ours, { body, data, headers }: Answer): Mismatch[] {
  const { issues = [], ...error } = errorIn(body);
  const paths = issues.map(({ path }) => path);
  const items = [...new Set(paths.map((path) => Number(path.split('.')[0])))];
  const actual = { data, ...error, issues: paths, items };
  return Object.entries(ours).flatMap(([part, pattern]) =>
    part === 'headers'
      ? Object.entries(ours.headers ?? {}).flatMap(([name, one]) =>
          mismatches(one, headers.get(name), `headers.${name}`),
        )
      : mismatches(pattern, actual[part as keyof typeof actual], part, true),
  );
}

interface ErrorBody {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly issues?: readonly { readonly path: string }[];
}

/** The error of a failure, in one of the formats of the APIs. */
function errorIn(body: unknown): ErrorBody {
  const { error } = (body ?? {}) as { error?: ErrorBody | ErrorBody[] };
  return [error ?? {}].flat()[0] ?? {};
}

/** The message of a failure. */
export function reasonIn(body: unknown): string {
  const { message } = errorIn(body);
  return typeof message === 'string' ? ` (${formatText(message)})` : '';
}
