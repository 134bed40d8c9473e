import { type Steps, stepsInSlices } from './in-slices.js';

/** The parts of what `JSON.stringify` writes, of which the outer `levels` are separate. `value` comes from JSON. */
export function* jsonParts(value: unknown, levels = 3): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value);
    return;
  }
  const isList = Array.isArray(value);
  let between = isList ? '[' : '{';
  for (const [key, part] of isList ? value.entries() : Object.entries(value)) {
    yield isList ? between : `${between}${JSON.stringify(key)}:`;
    yield* jsonParts(part, levels - 1);
    between = ',';
  }
  const isEmpty = between !== ',';
  yield `${isEmpty ? between : ''}${isList ? ']' : '}'}`;
}

/** The number of characters of a part of a long text: it takes a few milliseconds to join and to encode. */
const PART = 256 * 1024;
/** The most characters that a text can have. */
const LONGEST = 2 ** 29 - 24;

/** A text that is put together from short ones, and too long to be joined at once. */
export class LongText {
  readonly #parts: string[] = [];
  #rest: string[] = [];
  #restLength = 0;
  #length = 0;

  /** @throws RangeError if it becomes longer than a text can be, because not everybody can use its parts */
  add(text: string): void {
    this.#length += text.length;
    if (this.#length > LONGEST) throw new RangeError('Invalid string length');
    this.#rest.push(text);
    this.#restLength += text.length;
    if (this.#restLength >= PART) this.#join();
  }

  /** Its parts, in order. */
  end(): readonly string[] {
    this.#join();
    return this.#parts;
  }

  #join(): void {
    this.#parts.push(this.#rest.join(''));
    this.#rest = [];
    this.#restLength = 0;
  }
}

/** The JSON of a value, between whose parts others get their turn. @throws RangeError if it is longer than a text can be */
export function jsonInSlices(value: unknown): readonly string[] | Promise<readonly string[]> {
  return stepsInSlices(jsonSteps(value));
}

function* jsonSteps(value: unknown): Steps<readonly string[]> {
  const text = new LongText();
  for (const part of jsonParts(value)) {
    text.add(part);
    yield;
  }
  return text.end();
}
