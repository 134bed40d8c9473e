/** How much of a value a message shows, in characters. */
const LENGTH = 200;

/** Any value as a message shows it: as JSON where it can be, and not at any length. */
export function show(value: unknown): string {
  const text = textOf(value);
  return text.length > LENGTH ? `${text.slice(0, LENGTH)}…` : text;
}

function textOf(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' && typeof value !== 'string') return String(value);
  try {
    return JSON.stringify(value) ?? typeof value;
  } catch {
    return Object.prototype.toString.call(value);
  }
}
