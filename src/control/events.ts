import * as z from 'zod/mini';
import { expectValid } from '../foundation/validate.js';
import { optionalParameter } from '../protocol/parameter-schemas.js';
import { headerIn, type RequestHeaders } from '../protocol/request-headers.js';
import { EVENTS_PATH } from '../session/session-address.js';
import { defineControlRoute } from './control-route.js';
import { type Position, SessionFeed } from './session-feed.js';

const lastEventId = z
  .string()
  .check(
    z.regex(
      /^\d{1,15}(\.\d{1,15}){0,2}$/,
      'must be the id of an event: <log>.<revision>.<entry>, such as 1772614800000.12.40',
    ),
  );

const stream = z
  .custom<SessionFeed>()
  .check(z.meta({ type: 'string', description: 'Server-sent events. The data of each is one line of JSON.' }));

export const followSession = defineControlRoute({
  method: 'GET',
  path: EVENTS_PATH,
  summary: 'Follow what happens in the session, as server-sent events',
  description:
    'The answer does not end until the session does. The events are `request`, `change`, `steered`, `sessions` and `missed`; `docs/reference/journal.md` describes them.',
  headers: {
    'Last-Event-ID': optionalParameter(
      lastEventId,
      'The id of the last event that the client got. It gets those after it.',
    ),
  },
  // The stream does not end.
  example: () => undefined,
  response: stream,
  isStream: true,
  exemptFromFaults: true,
  handle: ({ headers }, { session, sessions }) => new SessionFeed(session, sessions, positionIn(headers)),
});

/** @throws MockError `malformed_data` for an invalid `Last-Event-ID` */
function positionIn(headers: RequestHeaders): Position | undefined {
  const id = headerIn(headers, 'last-event-id');
  if (id === undefined) return undefined;
  // Older versions sent fewer numbers. Their first one is not the time when a log began.
  const [log = 0, revision = 0, entry = 0] = expectValid(lastEventId, id, { root: ['Last-Event-ID'] })
    .split('.')
    .map(Number);
  return { log, revision, entry };
}
