import { connectionProblem } from '../foundation/connection-problem.js';

/** The longest wait for an answer of another server, in milliseconds. */
export const ANSWER_TIMEOUT = 30_000;

/** The error of a command that gets no answer from another server: `error` is that of `fetch`. */
export function noServerAt(url: string, error: unknown): Error {
  const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  if (name === 'TimeoutError') return new Error(`no server answers at ${url} within ${ANSWER_TIMEOUT / 1000} seconds`);
  const hint = cause?.code === 'ECONNREFUSED' ? '; start it with npx briefs-mock' : '';
  return new Error(`no server answers at ${url}: ${connectionProblem(error)}${hint}`);
}
