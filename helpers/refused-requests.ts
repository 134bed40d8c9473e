import type { JournalEntry } from '../src/index.js';

/** The maximum number of requests that a failure lists. */
const LISTED = 3;

type Refused = Pick<JournalEntry, 'method' | 'path' | 'status' | 'reason'>;

/** The latest requests that were refused, for the message of a failed test; empty if none was. */
export function refusedRequests(requests: readonly Refused[]): string {
  const refused = requests.filter(({ status }) => status === 0 || status >= 400);
  if (refused.length === 0) return '';
  const lines = refused
    .slice(-LISTED)
    .map(({ method, path, status, reason }) => `\n  ${method} ${path} ${status}${reason ? `: ${reason}` : ''}`);
  const rest = refused.length - lines.length;
  return `\n\nThe mock refused:${lines.join('')}${rest > 0 ? `\n  and ${rest} earlier` : ''}`;
}

/** An error of a failed test, as test runners report it. */
interface ReportedError {
  message?: string | undefined;
  stack?: string | undefined;
}

/** Adds a text to the message of an error, and to its stack, which starts with the message. */
export function addToMessage(error: ReportedError | undefined, text: string): void {
  if (error === undefined || text === '') return;
  const { message = '', stack = '' } = error;
  const end = stack.indexOf(message) + message.length;
  error.message = message + text;
  if (stack.includes(message)) error.stack = stack.slice(0, end) + text + stack.slice(end);
}
