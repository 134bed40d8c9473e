/** Copies a JSON value: -0 becomes 0, as JSON writes it. jsdom has no structuredClone, and JSON.parse(JSON.stringify()) is slower. */
export function deepCopy<Value>(value: Value): Value;
export function deepCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value === 0 ? 0 : value;
  if (Array.isArray(value)) return value.map(deepCopy);
  const copy: Record<string, unknown> = { ...value };
  for (const key in copy) copy[key] = deepCopy(copy[key]);
  return copy;
}
