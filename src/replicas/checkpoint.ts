import type { ScenarioRegistry } from '../scenario/scenario-registry.js';
import { byName, json, object, piecesOf, Written } from '../session/codec.js';
import { sessionsCapture } from '../session/session-codec.js';
import type { SessionsCapture } from '../session/sessions.js';
import type { Image } from '../state/state.js';

/** How much of the log a replica has executed. */
export interface Progress {
  /** By replica: the number of its last batch that was executed. */
  readonly applied: ReadonlyMap<string, number>;
  /** The number of commands that were executed since the log was begun. */
  readonly executed: number;
}

export interface CheckpointContents extends Progress {
  /** The time of the store, in milliseconds since 1970. */
  readonly at: number;
  readonly sessions: SessionsCapture;
}

const contents = object<CheckpointContents>({
  at: json,
  applied: byName<number>(json),
  executed: json,
  sessions: sessionsCapture,
});

/** The approximate number of characters of a piece. Writing one takes a few milliseconds. */
const PIECE_LENGTH = 128 * 1024;

/** A checkpoint as JSON, in pieces. All replicas must have the same `start`. */
export function* write(value: CheckpointContents, start: Image, registry: ScenarioRegistry): Generator<string> {
  let piece = '';
  for (const part of piecesOf(contents, value, new Written(start, registry))) {
    piece += part;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** What {@link write} has written. */
export function read(pieces: Iterable<string>, start: Image, registry: ScenarioRegistry): CheckpointContents {
  return contents.read(JSON.parse([...pieces].join('')), new Written(start, registry));
}
