import type { Explanation } from 'briefs-mock';

export type ExplainedWay = Explanation['ways'][number];

/** The ways of being entitled to a brief, for people. */
export const WAYS: Readonly<Record<ExplainedWay['way'], string>> = {
  public: 'the brief is public',
  core: 'the brief is for all core users',
  brief_entitlement: 'a brief entitlement',
  content_entitlement: 'a content entitlement of an application',
  client: 'the client of the user',
};

/** The ways that lead to a brief, such as `the brief is public`. */
export function reasons(ways: readonly ExplainedWay[]): string {
  return ways
    .filter(({ missing }) => missing.length === 0)
    .map(({ way }) => WAYS[way])
    .join('; ');
}

/** What is missing in any case, or else for each way. */
export function lackingText({ missing, ways }: Explanation): string {
  const lacking = missing.length > 0 ? missing : ways.flatMap((way) => way.missing);
  return lacking.map(({ message }) => message).join('; ');
}
