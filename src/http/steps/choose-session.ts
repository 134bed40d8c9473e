import { MockError } from '../../foundation/mock-error.js';
import { isRead } from '../../protocol/route-address.js';
import type { Session } from '../../session/session.js';
import type { Call, CallStep } from '../call.js';

/** The maximum length of a URL in characters. Node.js limits all headers together, including the URL, to 16 KiB. */
export const URL_LIMIT = 15 * 1024;

/** Gives a request its session, which may be created for it, and its id: the next one of the session. */
export const chooseSession: CallStep = (call, next) => {
  const { match, from, request } = call;
  if (match?.route.isOpen) call.session = from.defaultSession;
  else if (call.rejection === undefined) chooseNamed(call);
  if (call.rejection === undefined && request.url.length > URL_LIMIT) {
    call.rejection = new MockError('uri_too_long', `The URL is longer than ${URL_LIMIT} characters`);
  }
  const { session } = call;
  if (!match?.route.isStream) {
    // Actors also act in sessions that nobody uses.
    if (session.actor === undefined) from.sessions.touch(session);
    call.id = call.nextId();
  }
  call.number = session.requestIds.count;
  call.seed = session.state.seed;
  call.timesCleared = session.log.journaled.timesCleared;
  call.revision = session.revision;
  return next(call);
};

/** Requests with an invalid session name are journaled in the default session. */
function chooseNamed(call: Call): void {
  const { sessionName, named } = call;
  if (sessionName === undefined || named !== undefined) return;
  try {
    call.session = unknownSession(call, sessionName) ?? call.session;
  } catch (error) {
    call.rejection = error;
  }
}

/**
 * The session of a request that names one that does not exist: a new one, except for control calls that only read or that no
 * route answers.
 * @throws MockError `not_found` for a call that only reads; `malformed_data` as `begin`
 */
function unknownSession(call: Call, name: string): Session | undefined {
  const { match, request, from } = call;
  const { sessions } = from;
  if (call.isApi) return begin(call, name);
  // The error of an unknown path or method takes precedence.
  if (match === undefined) return undefined;
  const { readsJournal, onlyReads } = match.route;
  if (readsJournal) return sessions.getOrEnded(name);
  call.loss = sessions.lossOf(name);
  return isRead(request.method) || onlyReads ? sessions.get(name) : begin(call, name);
}

function begin(call: Call, name: string): Session {
  const { sessions, listener } = call.from;
  // Read first: creating the session forgets why the last one of this name was lost.
  const loss = sessions.lossOf(name) ?? (call.isVisitor ? listener?.visitorLoss?.(name) : undefined);
  const session = newSession(call, name);
  call.loss = loss;
  return session;
}

function newSession({ from, isVisitor, request }: Call, name: string): Session {
  const { sessions, listener, sender } = from;
  // Otherwise every read without a cookie would create a session.
  if (isVisitor && isRead(request.method)) return sessions.preview(name);
  const client = sender && listener?.addressOf?.(sender);
  return isVisitor ? sessions.welcome(name, client) : sessions.begin(name, client, listener?.control !== false);
}
