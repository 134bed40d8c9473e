/** The longest text that a message shows of a value, in characters. */
const LENGTH_LIMIT = 200;

/** A value as text for a message: as JSON if possible, and cut off when it is long. */
export function formatValue(value: unknown): string {
  const text = textOf(value);
  return text.length > LENGTH_LIMIT ? `${text.slice(0, LENGTH_LIMIT)}…` : text;
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
