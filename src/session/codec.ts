import type { ScenarioRegistry } from '../scenario/scenario-registry.js';
import { applyChanges } from '../state/apply-changes.js';
import { changesBetween, type StateChanges } from '../state/changes.js';
import type { Image } from '../state/state.js';

/**
 * How values of a type are written as JSON, and read again. They are read in the order in which they were written. Without
 * `pieces`, writing one takes well below a millisecond.
 */
export interface Codec<Value> {
  write(value: Value, written: Written): string;
  /** The same in parts. What changes between two of them must not be in the value. */
  pieces?(value: Value, written: Written): Iterable<string>;
  /** `json` is what `JSON.parse` returns. */
  read(json: unknown, written: Written): Value;
}

/** Objects that are written once, and referred to by number from then on. */
export class Written {
  readonly registry: ScenarioRegistry;
  /** The image that was written last: the next one is written as changes of it. */
  image: Image;
  readonly #objects: object[] = [];
  readonly #numbers = new Map<object, number>();

  /** `start` is known to those who write, and to those who read. */
  constructor(start: Image, registry: ScenarioRegistry) {
    this.image = start;
    this.registry = registry;
    this.add(start);
  }

  add(object: object): void {
    this.#numbers.set(object, this.#objects.length);
    this.#objects.push(object);
  }

  numberOf(object: object): number | undefined {
    return this.#numbers.get(object);
  }

  at(number: number): unknown {
    return this.#objects[number];
  }
}

export const json: Codec<never> = {
  write: (value) => JSON.stringify(value),
  read: (value) => value as never,
};

type Parts<Whole> = { readonly [Name in keyof Whole]-?: Codec<Exclude<Whole[Name], undefined>> };

/** An object, part by part. A codec that leaves out a part of the type does not compile. Parts that are undefined are absent. */
export function object<Whole extends object>(parts: Parts<Whole>): Codec<Whole> {
  const codecs = Object.entries(parts) as [keyof Whole & string, Codec<unknown>][];
  const present = (whole: Whole) =>
    codecs
      .filter(([name]) => whole[name] !== undefined)
      .map(([name, codec], i) => ({ codec, part: whole[name], start: `${i === 0 ? '' : ','}"${name}":` }));
  return {
    write: (whole, written) =>
      `{${present(whole).reduce((text, { codec, part, start }) => text + start + codec.write(part, written), '')}}`,
    *pieces(whole, written) {
      yield '{';
      for (const { codec, part, start } of present(whole)) {
        yield start;
        yield* piecesOf(codec, part, written);
      }
      yield '}';
    },
    read: (value, written) => {
      const given = value as Record<string, unknown>;
      const entries = codecs.map(([name, codec]) => {
        const part = given[name];
        return [name, part === undefined ? undefined : codec.read(part, written)];
      });
      return Object.fromEntries(entries);
    },
  };
}

export function list<Item>(codec: Codec<Item>): Codec<readonly Item[]> {
  return {
    write: (items, written) => `[${items.map((item) => codec.write(item, written))}]`,
    *pieces(items, written) {
      yield '[';
      for (const [i, item] of items.entries()) {
        if (i > 0) yield ',';
        yield* piecesOf(codec, item, written);
      }
      yield ']';
    },
    read: (value, written) => (value as unknown[]).map((item) => codec.read(item, written)),
  };
}

export function named<Value>(codec: Codec<Value>): Codec<readonly [name: string, value: Value]> {
  return {
    write: ([name, value], written) => `[${JSON.stringify(name)},${codec.write(value, written)}]`,
    read: (value, written) => {
      const [name, inner] = value as [string, unknown];
      return [name, codec.read(inner, written)];
    },
  };
}

export function byName<Value>(codec: Codec<Value>): Codec<ReadonlyMap<string, Value>> {
  const entries = list(named(codec));
  return {
    write: (values, written) => entries.write([...values], written),
    read: (value, written) => new Map(entries.read(value, written)),
  };
}

/** The same without pieces: it is short. */
export function whole<Value>({ write, read }: Codec<Value>): Codec<Value> {
  return { write, read };
}

/** An object that occurs several times: it is in a list of its own the first time, and a number after that. */
export function shared<Value extends object>(codec: Codec<Value>): Codec<Value> {
  return {
    write: (value, written) => {
      const number = written.numberOf(value);
      if (number !== undefined) return String(number);
      const text = `[${codec.write(value, written)}]`;
      written.add(value);
      return text;
    },
    read: (value, written) => {
      if (typeof value === 'number') return written.at(value) as Value;
      const [first] = value as [unknown];
      const read = codec.read(first, written);
      written.add(read);
      return read;
    },
  };
}

/** An image as changes of the one before it. */
interface WrittenImage {
  readonly changes: StateChanges;
  /** Whether a scenario gave it. */
  readonly isSeeded: boolean;
}

/** A state. Its records are in the changes, so that the time to write one follows what has changed since the one before. */
export const image: Codec<Image> = shared({
  write: (after, written) => {
    const changes = changesBetween(written.image, after);
    written.image = after;
    return JSON.stringify({ changes, isSeeded: written.registry.isSeeded(after) } satisfies WrittenImage);
  },
  read: (value, written) => {
    const { changes, isSeeded } = value as WrittenImage;
    written.image = applyChanges(written.image, changes);
    // The size of a change is written beside it.
    written.image.records.countWritten();
    if (isSeeded) written.registry.addSeeded(written.image);
    return written.image;
  },
});

export function piecesOf<Value>(codec: Codec<Value>, value: Value, written: Written): Iterable<string> {
  return codec.pieces?.(value, written) ?? [codec.write(value, written)];
}
