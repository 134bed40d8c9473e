import type { JournalEntry } from '../src/index.js';

/** The maximum number of requests that a failure lists. */
const LISTED = 3;

type Listed = Pick<JournalEntry, 'method' | 'path' | 'status' | 'reason' | 'faults' | 'held'>;

/** The latest requests that were refused, and those whose answers are held back, for the message of a failed test. */
export function refusedAndHeld(requests: readonly Listed[]): string {
  const refused = requests.filter(({ status, held }) => !held && (status === 0 || status >= 400));
  const held = requests.filter((request) => request.held);
  return (
    list('The mock refused', refused, ({ status, reason }) => `${status}${reason ? `: ${reason}` : ''}`) +
    // The rule that holds an answer back is the last one that applied.
    list('The mock holds back the answers to', held, ({ faults }) => `(rule ${faults.at(-1)})`)
  );
}

/** The latest requests after a title; empty if there are none. */
function list(title: string, requests: readonly Listed[], noteOf: (request: Listed) => string): string {
  if (requests.length === 0) return '';
  const lines = requests.slice(-LISTED).map((one) => `\n  ${one.method} ${one.path} ${noteOf(one)}`);
  const rest = requests.length - lines.length;
  return `\n\n${title}:${lines.join('')}${rest > 0 ? `\n  and ${rest} earlier` : ''}`;
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
