import type { HttpExchange, RequestEntry } from './entry.js';
import { queryPairsOf } from './request-query.js';
import type { ReportedRead } from './request-report-schema.js';

/** A value in the path or the query of a read. */
interface Parameter {
  readonly name: string;
  readonly value: string;
}

/** A GET that a route answered. */
export interface Read extends ReportedRead {
  readonly logged: RequestEntry;
  readonly parameters: readonly Parameter[];
  /** The answer without the id of its request, or its SHA-256 if it is long. */
  readonly text: string;
}

export function reportedRead({ entry, route, email, path }: Read): ReportedRead {
  return { entry, route, email, path };
}

/** An application may call one API as a person, and another one without. */
export function isOfPerson(one: Read, other: Read): boolean {
  return one.email === other.email || one.email === null || other.email === null;
}

/** The values in the path and the query. A number in the query is one only if its name is that of an id. */
export function parametersOf({ url, path, spelling = '' }: HttpExchange): Parameter[] {
  const segments = path.split('/');
  const inPath = spelling.split('/').flatMap((name, i) => (name.startsWith(':') ? [[name.slice(1), segments[i]]] : []));
  const inQuery = queryPairsOf(url).filter(([name, value]) => !isNumber(value) || isIdName(name));
  return [...inPath, ...inQuery].map(([name = '', value = '']) => ({ name, value }));
}

export function isNumber(value: string): boolean {
  return /^\d+$/.test(value);
}

export function isIdName(name: string): boolean {
  return /(^|[_-])g?ids?$/i.test(name);
}
