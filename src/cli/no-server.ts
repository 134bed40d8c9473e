/** The longest wait for an answer of another server, in milliseconds. */
export const ANSWER_TIMEOUT = 30_000;

/** The error of a command whose server refuses the connection. */
export function noServerAt(url: string, code: string | undefined): Error {
  return new Error(
    `no server answers at ${url}${code === undefined ? '' : ` (${code})`}; start it with npx briefs-mock`,
  );
}
