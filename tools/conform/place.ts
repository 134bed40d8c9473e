/**
 * Translates a path in a value that was taken from an answer into a path in the whole answer: `data.3.name`. Undefined if nothing
 * on the path is a part of the answer.
 */
export function placeOf(body: unknown, value: unknown, path: string): string | undefined {
  const parts = path === '' ? [] : path.split('.');
  const chain = [value];
  for (const part of parts) chain.push(at(chain.at(-1), part));
  for (let depth = chain.length - 1; depth >= 0; depth--) {
    const found = pathOf(body, chain[depth]);
    if (found !== undefined) return [...found, ...parts.slice(depth)].join('.');
  }
  return undefined;
}

/** What a path leads to, and the whole value that it is in as far as that is short enough to be shown: a record of a list, for example. */
export function partAt(value: unknown, path: string, isShort: (part: unknown) => boolean): unknown {
  let part = value;
  for (const key of path.split('.')) {
    if (isShort(part)) return part;
    const next = at(part, key);
    if (next === undefined) return part;
    part = next;
  }
  return part;
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

/** The keys that lead to a part of a value. Only objects and lists are found, because equal texts can be in many places. */
function pathOf(whole: unknown, part: unknown): string[] | undefined {
  if (typeof part !== 'object' || part === null) return undefined;
  if (whole === part) return [];
  if (typeof whole !== 'object' || whole === null) return undefined;
  for (const [key, value] of Object.entries(whole)) {
    const found = pathOf(value, part);
    if (found !== undefined) return [key, ...found];
  }
  return undefined;
}
