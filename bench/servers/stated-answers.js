/**
 * The answers of a peer, as JSON in its first argument. A path may contain parameters, `:name`. The handler spins for `spin`
 * microseconds first.
 * @typedef {{ method: string, path: string, status: number, headers: Record<string, string>, body: string, spin?: number }} StatedAnswer
 */

/** @returns {StatedAnswer[]} */
export function statedAnswers() {
  return JSON.parse(process.argv[2] ?? '[]');
}

/** Prints the URL of the server, for `Running.url`. @param {{ port: number }} address */
export function sayReady({ port }) {
  console.log(`ready on http://127.0.0.1:${port}`);
}
