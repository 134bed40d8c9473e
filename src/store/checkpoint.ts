import type { ScenarioRegistry } from '../scenario/scenario-registry.js';
import { applyChanges } from '../state/apply-changes.js';
import { changesBetween, type StateChanges } from '../state/changes.js';
import type { Image } from '../state/state.js';

/** An image as changes of an earlier one. */
interface WrittenImage {
  readonly from: number;
  readonly changes: StateChanges;
  /** Whether a scenario gave it. */
  readonly isSeeded: boolean;
}

interface Written {
  /** The keys of objects that stand for an image or a map. They are in no other data. */
  readonly keys: Keys;
  /** From number 1. Number 0 is the image that all replicas begin with. */
  readonly images: readonly WrittenImage[];
  /** JSON. */
  readonly value: string;
}

interface Keys {
  readonly image: string;
  readonly map: string;
}

/**
 * Anything in a session as text: JSON, with images as changes of earlier images. `id` is a text that is in no session. All replicas
 * must have the same `start`.
 */
export function write(value: unknown, start: Image, registry: ScenarioRegistry, id: string): string {
  const keys: Keys = { image: `image ${id}`, map: `map ${id}` };
  const numbers = new Map<Image, number>([[start, 0]]);
  const images: WrittenImage[] = [];
  let last = start;
  const numberOf = (image: Image): number => {
    const known = numbers.get(image);
    if (known !== undefined) return known;
    const from = numbers.get(last) as number;
    images.push({ from, changes: changesBetween(last, image), isSeeded: registry.isSeeded(image) });
    numbers.set(image, images.length);
    last = image;
    return images.length;
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
  const text = JSON.stringify(value, replace);
  return JSON.stringify({ keys, images, value: text } satisfies Written);
}

/** What {@link write} has written. */
export function read(text: string, start: Image, registry: ScenarioRegistry): unknown {
  const { keys, images, value }: Written = JSON.parse(text);
  const read = [start];
  for (const { from, changes, isSeeded } of images) {
    const image = applyChanges(registry.database, read[from] as Image, changes);
    if (isSeeded) registry.addSeeded(image);
    read.push(image);
  }
  const revive = (_: string, part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (keys.image in part) return read[(part as Record<string, number>)[keys.image] as number];
    if (keys.map in part) return new Map((part as Record<string, [unknown, unknown][]>)[keys.map]);
    return part;
  };
  return JSON.parse(value, revive);
}

function isImage(part: object): part is Image {
  return 'trees' in part && 'counters' in part;
}
