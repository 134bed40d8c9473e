import type { JournalEntry } from 'briefs-mock';

/** The path of a request with its query, without percent-encoding. */
export function pathText({ path, query }: JournalEntry): string {
  const parameters = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}=${value}`),
  );
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}
