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
 * How many times as much `costOf` is for twice the size: about 2 if the cost follows the size, about 4 if it is quadratic.
 */
export async function growthOf(size: number, costOf: (size: number) => number | Promise<number>): Promise<number> {
  // The first run compiles schemas and fills caches.
  await costOf(size);
  const single = await costOf(size);
  return (await costOf(2 * size)) / single;
}
