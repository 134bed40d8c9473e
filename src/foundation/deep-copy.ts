/**
 * A value of a column, which is JSON, with nothing shared. Not by structuredClone, which jsdom does not have, nor by way of a
 * text, which takes longer.
 */
export function copyValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyValue);
  const copy: Record<string, unknown> = { ...value };
  for (const key in copy) copy[key] = copyValue(copy[key]);
  return copy;
}
