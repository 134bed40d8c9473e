/** Headers of every answer, of every answer to a page, or of a server: no replay compares them. */
const IN_COMMON = [
  'x-request-id',
  'vary',
  'access-control-allow-credentials',
  'access-control-expose-headers',
  'x-mock-session-lost',
];

/** The headers of an answer that a replay compares. */
export function comparedHeaders(headers: Headers): Record<string, string> {
  const isUsual = ([name, value]: [string, string]) =>
    IN_COMMON.includes(name) || (name === 'content-type' && value === 'application/json');
  return Object.fromEntries([...headers].filter((header) => !isUsual(header)));
}
