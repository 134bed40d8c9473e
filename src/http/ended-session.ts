import { formatValue } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';
import type { Call } from './call.js';

/** Returns a function that returns an error if the session of the call has ended since: a write to it would be lost. */
export function watchSession({ session, from: { sessions } }: Call): () => MockError | undefined {
  if (!sessions.has(session)) return () => undefined;
  return () => {
    if (sessions.has(session)) return undefined;
    const problem = `The session ${formatValue(session.id)} ended before the request was handled, so nothing was changed`;
    return new MockError('conflict', `${problem}; send the request again`);
  };
}
