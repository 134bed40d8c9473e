import { getQueryParams } from 'hono/utils/url';

/** The query parameters of a URL, each with its values, as the routes read them: a `%` that encodes no character is kept. */
export function queryOf(url: string): Readonly<Record<string, readonly string[]>> {
  return getQueryParams(url) as Record<string, string[]>;
}

/** The same as pairs of name and value. */
export function queryPairsOf(url: string): [name: string, value: string][] {
  return Object.entries(queryOf(url)).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value]),
  );
}
