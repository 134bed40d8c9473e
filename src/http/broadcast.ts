import { formatValue } from '../foundation/format-value.js';
import { MockError, withPrefix } from '../foundation/mock-error.js';
import type { Session } from '../session/session.js';
import type { Sessions } from '../session/sessions.js';
import { checkAnswerSize, checkBroadcastSize } from './broadcast-size.js';

/**
 * Runs a control call in every session that matches the pattern or, if one of them rejects it, in none.
 *
 * It runs in copies of all sessions first. A handler is synchronous and depends on its session only, so it has the same result
 * in the session itself, whatever parts of the session it changes.
 * @throws MockError `payload_too_large` for too many rows or too long answers, `not_found` if no session matches, `malformed_data` for an invalid pattern, or the error of a session.
 */
export function broadcast(
  sessions: Sessions,
  pattern: string,
  body: unknown,
  run: (session: Session) => unknown,
): object {
  const targets = sessions.matching(pattern);
  if (targets.length === 0) {
    const problem = `No session matches ${formatValue(pattern)}`;
    throw new MockError('not_found', `${problem}; GET /__mock/sessions lists the sessions`);
  }
  checkBroadcastSize(body, pattern, targets.length);
  for (const [i, session] of targets.entries()) {
    let answer: unknown;
    try {
      answer = run(session.fork());
    } catch (error) {
      throw withPrefix(session.id === null ? 'default session' : `session ${formatValue(session.id)}`, error);
    }
    if (i === 0) checkAnswerSize(answer, targets.length);
  }
  const data = targets.map((session) => ({ session: session.id, answer: run(session) }));
  return { data, total: data.length };
}
