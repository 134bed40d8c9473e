type Method = (this: unknown, ...parameters: unknown[]) => unknown;

/** Array methods whose work is the length of their result, or of the array. */
const COPYING = ['flat', 'concat', 'slice', 'splice', 'filter', 'map', 'flatMap'];
const SEARCHING = ['includes', 'indexOf', 'lastIndexOf', 'find', 'findIndex', 'some', 'every', 'join', 'sort'];
/** Text methods that go over the whole text. */
const TEXT = ['split', 'replace', 'replaceAll', 'matchAll', 'normalize', 'toLowerCase', 'toUpperCase', 'trim'];

/**
 * Counts the elements and characters that built-in methods of arrays and texts go over while `act` runs, and the lookups in
 * maps and sets, also in libraries.
 * Unlike time, the number is the same on every machine. Use it together with `mock.recordsRead`, which counts records.
 */
export async function stepsOf(act: () => unknown): Promise<number> {
  let steps = 0;
  const undo: (() => void)[] = [];
  const count = (on: object, name: PropertyKey, cost: (self: { length: number }, result: unknown) => number) => {
    const original = Object.getOwnPropertyDescriptor(on, name) as PropertyDescriptor & { value: Method };
    const value: Method = function (...parameters) {
      const result = Reflect.apply(original.value, this, parameters);
      steps += 1 + cost(this as { length: number }, result);
      return result;
    };
    Object.defineProperty(on, name, { ...original, value });
    undo.push(() => Object.defineProperty(on, name, original));
  };
  for (const name of COPYING) count(Array.prototype, name, (_, result) => (result as unknown[]).length);
  for (const name of SEARCHING) count(Array.prototype, name, ({ length }) => length);
  // Spreading and destructuring an array iterate over it.
  count(Array.prototype, Symbol.iterator, ({ length }) => length);
  for (const name of TEXT) count(String.prototype, name, ({ length }) => length);
  for (const name of ['get', 'has', 'set']) count(Map.prototype, name, () => 0);
  for (const name of ['has', 'add']) count(Set.prototype, name, () => 0);
  try {
    await act();
  } finally {
    for (const restore of undo) restore();
  }
  return steps;
}

/**
 * How many times as much an input of `factor` times the size costs: about 2 for twice the size if the cost follows the size, about 4
 * if it is quadratic. If `costsOf` counts several things, such as steps and records, the one that grows most.
 */
export async function growthOf(
  size: number,
  costsOf: (size: number) => readonly number[] | Promise<readonly number[]>,
  factor = 2,
): Promise<number> {
  // The first run compiles schemas and fills caches.
  await costsOf(size);
  const single = await costsOf(size);
  const many = await costsOf(factor * size);
  return Math.max(...many.map((cost, i) => (cost + 1) / ((single[i] ?? 0) + 1)));
}
