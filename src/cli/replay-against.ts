import type { ReplayDifference, TraceEntry, TraceRequest } from '../index.js';
import { answerOf, isSameAnswer, requestOf, textOf } from '../mock/replay.js';

/** The longest wait for an answer, in milliseconds. */
const TIMEOUT = 30_000;

/** Sends the API requests of a trace to another server, one after the other, and returns the answers that differ. Request ids may. */
export async function replayAgainst(
  entries: readonly TraceEntry[],
  server: string,
  until = Number.POSITIVE_INFINITY,
): Promise<{ requests: number; differences: ReplayDifference[] }> {
  const differences: ReplayDifference[] = [];
  const sent = entries.filter((entry) => entry.kind === 'request').slice(0, until);
  for (const [i, request] of sent.entries()) {
    const expected = withoutIds(request.answer, request.id);
    const actual = await askServer(request, server);
    if (!isSameAnswer(expected, actual.status, actual.text)) {
      differences.push({ number: i + 1, request, expected, actual: answerOf(actual.status, actual.text) });
    }
  }
  return { requests: sent.length, differences };
}

async function askServer(request: TraceRequest, server: string): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(requestOf(request, server), {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const text = await response.text();
    return { status: response.status, text: masked(text, response.headers.get('x-request-id')) };
  } catch (error) {
    const { cause } = error as { cause?: NodeJS.ErrnoException };
    if (cause?.code === 'ECONNREFUSED') throw new Error(`no server answers at ${server} (ECONNREFUSED)`);
    // The connection was broken.
    return { status: 0, text: '' };
  }
}

/** The recorded answer with its request id masked. */
function withoutIds(answer: TraceRequest['answer'], id: string): TraceRequest['answer'] {
  const text = textOf(answer);
  return text === undefined ? answer : answerOf(answer.status, masked(text, id));
}

function masked(text: string, id: string | null): string {
  return (id ? text.replaceAll(id, 'ID') : text).replace(/"request_id":"[^"]*"/g, '"request_id":"ID"');
}
