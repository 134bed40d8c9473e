import { formatValue } from '../foundation/format-value.js';
import { type Steps, stepsOfRequest } from '../foundation/in-slices.js';
import { notFound, prefixing } from '../foundation/mock-error.js';
import { Rehearsal, type RepeatableCall } from '../session/rehearsal.js';
import type { Session } from '../session/session.js';
import { LISTED_SESSIONS } from '../session/session-address.js';
import type { Sessions } from '../session/sessions.js';
import { checkBroadcastSize, checkCreated } from './broadcast-size.js';

/** The length of the listed answers in characters beyond which no other follows. */
export const LISTED_LENGTH = 1024 * 1024;

/** How often sessions that others have changed in the meantime are tried again before nobody gets a turn in between. */
const TURNS = 4;

/** A control call for several sessions. Its handler is synchronous and depends on its session only. */
interface Broadcast extends RepeatableCall {
  readonly sessions: Sessions;
  readonly pattern: string;
  readonly body: unknown;
}

type Rehearsals = Map<Session, Rehearsal>;

/**
 * Runs a control call in every session that matches the pattern or, if one of them rejects it, in none.
 *
 * It runs in copies of all sessions first, while others are answered. Then all sessions change at once.
 * @throws MockError `payload_too_large` for too many rows, `not_found` if no session matches, `malformed_data` for an invalid pattern, or the error of a session.
 */
export function broadcast(call: Broadcast): object | Promise<object> {
  return stepsOfRequest(broadcastSteps(call), call.sessions.defaultSession.shared.machine);
}

function* broadcastSteps(call: Broadcast): Steps<object> {
  const { sessions } = call;
  const { machine } = sessions.defaultSession.shared;
  const rehearsals: Rehearsals = new Map();
  for (let turn = 1; turn <= TURNS; turn++) {
    const targets = targetsOf(call);
    for (const session of targets) {
      if (!sessions.has(session) || rehearsals.get(session)?.isCurrent) continue;
      machine.hold(() => rehearse(session, targets.length, call, rehearsals));
      yield;
    }
  }
  return machine.hold(() => perform(call, rehearsals));
}

function targetsOf({ sessions, pattern, body }: Broadcast): readonly Session[] {
  const targets = sessions.matching(pattern);
  if (targets.length === 0) {
    const problem = `No session matches ${formatValue(pattern)}`;
    throw notFound(`${problem}; GET /__mock/sessions lists the sessions`);
  }
  checkBroadcastSize(body, pattern, targets.length);
  return targets;
}

function rehearse(session: Session, sessions: number, call: Broadcast, rehearsals: Rehearsals): Rehearsal {
  const name = session.id === null ? 'default session' : `session ${formatValue(session.id)}`;
  const rehearsal = prefixing(name, () => new Rehearsal(session, call));
  checkCreated(rehearsal.created, sessions);
  rehearsals.set(session, rehearsal);
  return rehearsal;
}

/** Tries what is left to try, changes all sessions, and lists the first answers. */
function perform(call: Broadcast, rehearsals: Rehearsals): object {
  const targets = targetsOf(call);
  const tried = targets.map((session) => {
    const earlier = rehearsals.get(session);
    return earlier?.isCurrent ? earlier : rehearse(session, targets.length, call, rehearsals);
  });
  const data: object[] = [];
  let length = 0;
  for (const [i, rehearsal] of tried.entries()) {
    const answer = rehearsal.perform();
    if (data.length === LISTED_SESSIONS || length > LISTED_LENGTH) continue;
    data.push({ session: targets[i]?.id, answer });
    length += (JSON.stringify(answer) ?? '').length;
  }
  return { data, total: targets.length };
}
