import type { RequestHeaders } from '../protocol/request-headers.js';
import type { ReadImage } from '../state/fingerprints.js';
import { byName, type Codec, image, json, list, named, object, shared, whole } from './codec.js';
import type { Entry, HttpExchange, ImagesOfEntry, ReplayParts } from './entry.js';
import type { SizedRevision } from './history.js';
import type { JournalCapture } from './journaled-requests.js';
import type { SessionCapture } from './session.js';
import type { SessionImage } from './session-image.js';
import type { CapturedSegment, LogCapture, LogStart } from './session-log.js';
import type { SessionsCapture } from './sessions.js';

/** All headers of a request: clients send the same ones all the time. */
const headers: Codec<RequestHeaders> = shared({
  write: (given) => JSON.stringify(given instanceof Headers ? Object.fromEntries(given) : given),
  read: (value) => value as RequestHeaders,
});

const sessionImage = object<SessionImage>({
  baseline: image,
  state: image,
  faults: json,
  snapshots: byName(image),
  requestIds: json,
  controlIds: json,
});

const exchange = object<HttpExchange>({
  method: json,
  url: json,
  path: json,
  ownPath: json,
  spelling: json,
  route: json,
  email: json,
  requestBody: json,
  replay: object<ReplayParts>({ headers: json, bodyError: object({ code: json, message: json }) }),
  status: json,
  headers: json,
  answer: json,
  faults: json,
  skippedBy: json,
  reason: json,
  length: json,
});

const entry = object<Entry>({
  cause: json,
  actor: json,
  seed: json,
  requestNumber: json,
  wall: json,
  at: json,
  revision: json,
  hasChanged: json,
  images: object<ImagesOfEntry>({ before: sessionImage, after: sessionImage }),
  exchange: shared(exchange),
  headers,
  answered: json,
});

const entries = list(whole(entry));
const journalParts = { requests: entries, journaled: json, clearedAt: json };

const log = object<LogCapture>({
  began: json,
  ...journalParts,
  segments: list(
    object<CapturedSegment>({
      start: object<LogStart>({ image: sessionImage, wall: json, entries: json, revision: json }),
      entries,
      bytes: json,
    }),
  ),
  revision: json,
  oldest: image,
  revisions: list(whole(object<SizedRevision>({ cause: json, state: image, bytes: json }))),
  idsFrom: json,
});

const sessionParts = { image: sessionImage, log };

/** Everything in the sessions of a mock, for checkpoints. */
export const sessionsCapture = object<SessionsCapture>({
  main: object<SessionCapture>(sessionParts),
  named: list(
    object<SessionsCapture['named'][number]>({
      ...sessionParts,
      id: json,
      client: json,
      isCreated: json,
      usedAt: json,
    }),
  ),
  ended: list(named(object<JournalCapture>(journalParts))),
  losses: json,
  newSessions: json,
  restored: object<ReadImage>({ image, fingerprint: json }),
  lastId: json,
  lastEntry: json,
});
