import type { ScenarioRegistry } from '../scenario/scenario-registry.js';
import { applyChanges } from '../state/apply-changes.js';
import { changesBetween, type StateChanges } from '../state/changes.js';
import { Records } from '../state/records.js';
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
/** How deep the requests and revisions of the default session are in the sessions, and the lists of those of the others. */
const LEVELS = 6;
/** How deep an entry has objects that it can share with others: repeated reads share what was asked and answered. */
const ENTRY_LEVELS = 2;
/** The maximum number of texts that are remembered, twice the maximum of cached answers. */
const KNOWN_TEXTS = 512;

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

type Replace = (key: string, part: unknown) => unknown;

/**
 * Like `JSON.stringify`, but with a separate part for each value at the given depth; with a list of depths, for each item of an
 * array. `known` are texts of objects that occur again.
 */
function* jsonOf(
  value: unknown,
  replace: Replace,
  levels: number,
  known = new Map<object, string>(),
): Generator<string> {
  const part = replace('', value);
  const isArray = Array.isArray(part);
  if ((levels === 0 && !isArray) || typeof part !== 'object' || part === null) {
    yield textOf(value, replace, ENTRY_LEVELS, known);
    return;
  }
  yield isArray ? '[' : '{';
  for (const [i, [name, inner]] of fieldsOf(part).entries()) {
    yield `${i === 0 ? '' : ','}${name}`;
    yield* jsonOf(inner, replace, Math.max(levels - 1, 0), known);
  }
  yield isArray ? ']' : '}';
}

/** The same in one part. */
function textOf(value: unknown, replace: Replace, levels: number, known: Map<object, string>): string {
  const part = replace('', value);
  if (typeof part !== 'object' || part === null) return JSON.stringify(part) ?? 'null';
  if (levels === 0) return JSON.stringify(part, replace);
  const found = known.get(part);
  if (found !== undefined) return found;
  const fields = fieldsOf(part).map(([name, inner]) => name + textOf(inner, replace, levels - 1, known));
  const text = Array.isArray(part) ? `[${fields}]` : `{${fields}}`;
  if (known.size === KNOWN_TEXTS) known.clear();
  known.set(part, text);
  return text;
}

/** The items of an array, or the properties of an object, each with what is written before it. */
function fieldsOf(part: object): [name: string, inner: unknown][] {
  if (Array.isArray(part)) return part.map((inner) => ['', inner]);
  return Object.entries(part).flatMap(([key, inner]) =>
    inner === undefined ? [] : [[`${JSON.stringify(key)}:`, inner] satisfies [string, unknown]],
  );
}

/** What {@link write} has written. */
export function read(pieces: Iterable<string>, start: Image, registry: ScenarioRegistry): unknown {
  const [first = '', value = '', ...written] = [...pieces].join('').split('\n');
  const keys: Keys = JSON.parse(first);
  const images = [start];
  for (const line of written) {
    const { changes, isSeeded }: WrittenImage = JSON.parse(line);
    const image = applyChanges(images.at(-1) as Image, changes);
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
  return 'records' in part && part.records instanceof Records;
}
