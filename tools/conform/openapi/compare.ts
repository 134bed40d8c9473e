import { services } from '../../../src/services/index.js';
import { type Baseline, withKnown } from '../baseline.js';
import { type Finding, type Report, type Result, withoutRun } from '../report.js';
import { type DocumentField, type DocumentOperation, operationsOf, type Part } from './document.js';

/** The names of the three APIs, with which their paths begin. */
const serviceNames = services.map(({ name }) => name);

export interface DocumentOptions {
  /** The name of the document, for the report. */
  readonly against: string;
  /** The time, in ISO 8601. */
  readonly at: string;
  /** The deviations that are known already: they are listed, and do not fail. */
  readonly baseline?: Baseline | undefined;
}

/** A difference, without the request that it belongs to. */
interface DocumentDeviation {
  /** Such as `query.limit`, `body.name` or `200 data[].name`. */
  readonly path: string;
  readonly problem: string;
}

/**
 * Compares an OpenAPI document with that of the mock: routes, parameters, fields and statuses. APIs of which the document has no route
 * are left out.
 * @throws MockError `malformed_data` for anything but an OpenAPI document of version 3
 */
export function compareDocument(theirs: Part, ours: Part, { against, at, baseline }: DocumentOptions): Report {
  const our = operationsOf(ours);
  const their = operationsOf(theirs, our);
  const apis = serviceNames.filter((name) => [...their.keys()].some((key) => key.includes(` /${name}/`)));
  const isCompared = ({ path }: DocumentOperation) => apis.some((name) => path.startsWith(`/${name}/`));
  const keys = [...new Set([...our.keys(), ...their.keys()])];
  const results = keys.flatMap((key) => {
    const [one, other] = [our.get(key), their.get(key)];
    if (!isCompared((one ?? other) as DocumentOperation)) return [];
    return [resultOf(one, other, at)];
  });
  const missing = serviceNames
    .filter((name) => !apis.includes(name))
    .map(
      (name): Result => ({
        id: `openapi/${name}`,
        title: `The routes of ${name}`,
        ids: [],
        outcome: 'could not tell',
        missing: `routes of ${name} in the document`,
        findings: [],
      }),
    );
  return { ...withoutRun, against, at, requests: 0, results: withKnown([...results, ...missing], baseline) };
}

function resultOf(our: DocumentOperation | undefined, their: DocumentOperation | undefined, at: string): Result {
  const { method, path, summary } = (our ?? their) as DocumentOperation;
  const request = `${method} ${path}`;
  const status = Number(our?.success ?? their?.success) || 200;
  const findings = problemsOf(our, their).map(
    ({ path: place, problem }): Finding => ({
      where: `${place}: ${problem}`,
      problem,
      count: 1,
      first: { at, request, status, path: place },
    }),
  );
  const outcome = findings.length > 0 ? 'differs' : 'agrees';
  return { id: `openapi/${request}`, title: summary, ids: [], outcome, findings };
}

function problemsOf(our: DocumentOperation | undefined, their: DocumentOperation | undefined): DocumentDeviation[] {
  if (our === undefined) return [{ path: 'route', problem: 'is not a route of the mock' }];
  if (their === undefined) return [{ path: 'route', problem: 'is missing from the document' }];
  return [
    ...fieldsBetween(our.parameters, their.parameters, ''),
    ...bodiesBetween(our.body, their.body),
    ...statusesBetween(our, their),
    ...fieldsBetween(our.answer, their.answer, `${our.success} `),
  ];
}

function bodiesBetween(our: DocumentOperation['body'], their: DocumentOperation['body']): DocumentDeviation[] {
  if (our === undefined && their === undefined) return [];
  if (their === undefined) return [{ path: 'body', problem: 'is missing from the document' }];
  if (our === undefined) return [{ path: 'body', problem: 'is not read by the mock' }];
  return fieldsBetween(our, their, 'body.');
}

function fieldsBetween(
  our: ReadonlyMap<string, DocumentField>,
  their: ReadonlyMap<string, DocumentField>,
  prefix: string,
): DocumentDeviation[] {
  const paths = [...new Set([...our.keys(), ...their.keys()])];
  const missing = new Set<string>();
  return paths.flatMap((path) => {
    // What is missing is named once, without what is below it.
    if ([...missing].some((one) => path.startsWith(`${one}.`) || path.startsWith(`${one}[`))) return [];
    const [one, other] = [our.get(path), their.get(path)];
    const place = path === '' ? prefix.trim().replace(/\.$/, '') : prefix + path;
    if (one === undefined || other === undefined) {
      missing.add(path);
      return [
        { path: place, problem: other === undefined ? 'is missing from the document' : 'is unknown to the mock' },
      ];
    }
    return differencesOf(one, other).map((problem) => ({ path: place, problem }));
  });
}

function differencesOf(our: DocumentField, their: DocumentField): string[] {
  const [types, others] = [our.types.join(' or '), their.types.join(' or ')];
  const [values, otherValues] = [our.values?.join(', '), their.values?.join(', ')];
  const hasFormats = our.format !== undefined && their.format !== undefined;
  return [
    types !== others && `is ${others || 'anything'}, but ${types || 'anything'} in the mock`,
    their.required && !our.required && 'is required, but optional in the mock',
    our.required && !their.required && 'is optional, but required in the mock',
    values !== otherValues && `allows ${otherValues ?? 'any value'}, but ${values ?? 'any value'} in the mock`,
    hasFormats && our.format !== their.format && `has the format ${their.format}, but ${our.format} in the mock`,
  ].filter((difference) => difference !== false);
}

/** `default`, and ranges such as `4XX`, stand for every status that they cover. */
function statusesBetween(our: DocumentOperation, their: DocumentOperation): DocumentDeviation[] {
  const covers = (statuses: readonly string[], status: string) =>
    statuses.some((one) => one === status || one === 'default' || one.toUpperCase() === `${status[0]}XX`);
  const plain = (statuses: readonly string[]) => statuses.filter((status) => /^\d{3}$/.test(status));
  return [
    ...plain(our.statuses)
      .filter((status) => !covers(their.statuses, status))
      .map((status) => ({ path: `status ${status}`, problem: 'is missing from the document' })),
    ...plain(their.statuses)
      .filter((status) => !covers(our.statuses, status))
      .map((status) => ({ path: `status ${status}`, problem: 'is never answered by the mock' })),
  ];
}
