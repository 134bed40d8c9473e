/** The first free key, counting up from `n`. */
export function freeKey(keyOf: (n: number) => string, n: number, find: (key: string) => unknown): string {
  let next = n;
  while (find(keyOf(next)) !== undefined) next++;
  return keyOf(next);
}
