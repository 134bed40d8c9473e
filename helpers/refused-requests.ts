import { ABORTED_WHILE_HELD } from '../src/faults/held-answers.js';
import type { JournalEntry } from '../src/index.js';

/** The maximum number of requests that a failure lists. */
const LISTED = 3;

type Listed = Pick<JournalEntry, 'method' | 'path' | 'status' | 'reason' | 'faults' | 'held'>;

/** The latest requests that were refused, and those whose answers were held back to the end, for the message of a failed test. */
export function refusedAndHeld(requests: readonly Listed[]): string {
  const held = requests.filter((request) => request.held);
  // Pages close, and components abort their requests, before the message is written.
  const isLeft = ({ reason }: Listed) => reason === ABORTED_WHILE_HELD;
  const left = requests.filter(isLeft);
  const refused = requests.filter((one) => !one.held && !isLeft(one) && (one.status === 0 || one.status >= 400));
  // The rule that holds an answer back is the last one that applied.
  const ruleOf = ({ faults }: Listed) => `(rule ${faults.at(-1)})`;
  return (
    list('The mock refused', refused, ({ status, reason }) => `${status}${reason ? `: ${reason}` : ''}`) +
    list('The mock holds back the answers to', held, ruleOf) +
    list('Until the client left, the mock held back the answers to', left, ruleOf)
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
  /** Playwright's text of what was thrown if it is not an error. With a message, it would not be shown. */
  value?: string | undefined;
}

/** Adds a text to the message of an error, and to its stack, which starts with the message. */
export function addToMessage(error: ReportedError | undefined, text: string): void {
  if (error === undefined || text === '') return;
  const { value = '', message = value, stack = '' } = error;
  const end = stack.indexOf(message) + message.length;
  error.message = message + text;
  if (stack.includes(message)) error.stack = stack.slice(0, end) + text + stack.slice(end);
}
