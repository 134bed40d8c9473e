/** Where problems go that do not stop a server, unless its options name another place. */
export function printProblem(message: string): void {
  process.stderr.write(`briefs-mock: ${message}\n`);
}
