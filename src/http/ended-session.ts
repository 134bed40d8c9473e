import { formatValue } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';
import type { Call } from './call.js';

/**
 * Returns a function that returns an error if the session of the call has ended since, because a write to it would be lost; or if it
 * was reset since, because an API request would write to a state that its sender does not know.
 */
export function watchSession({ session, isApi, from: { sessions } }: Call): () => MockError | undefined {
  const isKept = sessions.has(session);
  const { timesRestored } = session;
  return () => {
    const name = session.id === null ? 'mock' : `session ${formatValue(session.id)}`;
    if (isKept && !sessions.has(session)) return conflict(`The ${name} ended`);
    return isApi && session.timesRestored !== timesRestored ? conflict(`The ${name} was reset or restored`) : undefined;
  };
}

function conflict(event: string): MockError {
  const problem = `${event} before the request was handled, so nothing was changed`;
  return new MockError('conflict', `${problem}; send the request again`);
}
