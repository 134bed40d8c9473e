import type { ScenarioRegistry } from '../scenario/scenario-registry.js';
import { applyChanges } from '../state/apply-changes.js';
import { changesBetween, type StateChanges } from '../state/changes.js';
import type { Image } from '../state/state.js';

/** An image as changes of the one before it. */
interface WrittenImage {
  readonly changes: StateChanges;
  /** Whether a scenario gave it. */
  readonly isSeeded: boolean;
}

/** The keys of objects that stand for an image or a map. They are in no other data. */
interface Keys {
  readonly image: string;
  readonly map: string;
}

/** The approximate number of characters of a piece. Writing one takes a few milliseconds. */
const PIECE_LENGTH = 128 * 1024;
/** How deep the requests and revisions of the named sessions are in the sessions. */
const LEVELS = 7;

/**
 * Anything in a session as text, in pieces. Its lines are JSON: the keys, the value, and each image in it as changes of the one
 * before. `id` is a text that is in no session. All replicas must have the same `start`. What changes while the pieces are written is
 * not in them, if `value` itself does not change.
 */
export function* write(value: unknown, start: Image, registry: ScenarioRegistry, id: string): Generator<string> {
  let piece = '';
  for (const part of partsOf(value, start, registry, { image: `image ${id}`, map: `map ${id}` })) {
    piece += part;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function* partsOf(value: unknown, start: Image, registry: ScenarioRegistry, keys: Keys): Generator<string> {
  const images = [start];
  const numbers = new Map<Image, number>([[start, 0]]);
  const numberOf = (image: Image): number => {
    const known = numbers.get(image);
    if (known !== undefined) return known;
    numbers.set(image, images.length);
    return images.push(image) - 1;
  };
  const replace = (_: string, part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (isImage(part)) return { [keys.image]: numberOf(part) };
    if (part instanceof Map) return { [keys.map]: [...part] };
    if (part instanceof Headers) return Object.fromEntries(part);
    // The message of an error is not enumerable.
    if (part instanceof Error) return { ...part, message: part.message };
    return part;
  };
  yield JSON.stringify(keys);
  yield '\n';
  yield* jsonOf(value, replace, LEVELS);
  for (const [i, image] of images.entries()) {
    if (i === 0) continue;
    const changes = changesBetween(images[i - 1] as Image, image);
    yield `\n${JSON.stringify({ changes, isSeeded: registry.isSeeded(image) } satisfies WrittenImage)}`;
  }
}

/** As `JSON.stringify`, with a part for each value that is so many levels deep. */
function* jsonOf(value: unknown, replace: (key: string, part: unknown) => unknown, levels: number): Generator<string> {
  const part = replace('', value);
  if (levels === 0 || typeof part !== 'object' || part === null) {
    yield JSON.stringify(part, replace) ?? 'null';
    return;
  }
  const isArray = Array.isArray(part);
  const entries = Object.entries(part).filter(([, inner]) => isArray || inner !== undefined);
  yield isArray ? '[' : '{';
  for (const [i, [key, inner]] of entries.entries()) {
    yield `${i === 0 ? '' : ','}${isArray ? '' : `${JSON.stringify(key)}:`}`;
    yield* jsonOf(inner, replace, levels - 1);
  }
  yield isArray ? ']' : '}';
}

/** What {@link write} has written. */
export function read(pieces: Iterable<string>, start: Image, registry: ScenarioRegistry): unknown {
  const [first = '', value = '', ...written] = [...pieces].join('').split('\n');
  const keys: Keys = JSON.parse(first);
  const images = [start];
  for (const line of written) {
    const { changes, isSeeded }: WrittenImage = JSON.parse(line);
    const image = applyChanges(registry.database, images.at(-1) as Image, changes);
    if (isSeeded) registry.addSeeded(image);
    images.push(image);
  }
  const revive = (_: string, part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (keys.image in part) return images[(part as Record<string, number>)[keys.image] as number];
    if (keys.map in part) return new Map((part as Record<string, [unknown, unknown][]>)[keys.map]);
    return part;
  };
  return JSON.parse(value, revive);
}

function isImage(part: object): part is Image {
  return 'trees' in part && 'counters' in part;
}
