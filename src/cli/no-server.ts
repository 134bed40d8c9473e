/** The error of a command whose server refuses the connection. */
export function noServerAt(url: string, code: string | undefined): Error {
  return new Error(
    `no server answers at ${url}${code === undefined ? '' : ` (${code})`}; start it with npx briefs-mock`,
  );
}
