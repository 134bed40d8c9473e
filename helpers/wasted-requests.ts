import type { RequestReport } from '../src/index.js';

/** A line about what a test asked in vain; undefined if it was nothing. */
export function wastedRequests(test: string, { repeated, n_plus_one, chains }: RequestReport): string | undefined {
  const parts = [
    ...repeated.map(({ path, count }) => `GET ${path} again ${count === 1 ? 'once' : `${count} times`}`),
    ...n_plus_one.map(({ route, count, source }) => `GET ${route} for each of ${count} elements of GET ${source.path}`),
    ...chains.map(
      ({ requests }) => `${requests.length} reads one after the other, the last GET ${requests.at(-1)?.path}`,
    ),
  ];
  return parts.length === 0 ? undefined : `briefs-mock: asked in vain in "${test}": ${parts.join('; ')}`;
}
