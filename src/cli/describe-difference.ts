import { visibleLine } from '../foundation/visible-text.js';
import type { ReplayDifference, ReplayedAnswer } from '../index.js';

/** The number of characters to show before and after the first one that differs. */
const BEFORE = 40;
const AFTER = 120;

/** Shows where an answer differs from the recorded one, in three lines. */
export function describeDifference({ number, request, expected, actual }: ReplayDifference): string {
  const isInHeaders = expected.status === actual.status && textOf(expected) === textOf(actual);
  const [recorded, now] = isInHeaders
    ? [headersOf(expected, actual), headersOf(actual, expected)]
    : [textOf(expected), textOf(actual)];
  // By code units, in which texts are cut: some characters have two.
  const same = recorded.split('').findIndex((unit, i) => unit !== now[i]);
  const start = Math.max(0, (same === -1 ? recorded.length : same) - BEFORE);
  return [
    `request ${number} (${request.id}): ${request.method} ${request.path}`,
    `  recorded: ${answerLine(expected.status, recorded, start)}`,
    `  now:      ${answerLine(actual.status, now, start)}`,
  ]
    .map(visibleLine)
    .join('\n');
}

function answerLine(status: number, text: string, start: number): string {
  if (status === 0) return 'the connection was broken';
  const end = start + BEFORE + AFTER;
  const part = `${start > 0 ? '…' : ''}${text.slice(start, end)}${text.length > end ? '…' : ''}`;
  return `${status} ${text === '' ? 'without a body' : part}`;
}

function headersOf({ headers = {} }: ReplayedAnswer, other: ReplayedAnswer): string {
  const own = Object.entries(headers).filter(([name, value]) => other.headers?.[name] !== value);
  return own.length === 0
    ? 'without these headers'
    : `with ${own.map(([name, value]) => `${name}: ${value}`).join(', ')}`;
}

function textOf({ body, text, sha256 }: ReplayedAnswer): string {
  if (sha256 !== undefined) return `a long body with the SHA-256 ${sha256}`;
  return text ?? (body === undefined ? '' : JSON.stringify(body));
}
