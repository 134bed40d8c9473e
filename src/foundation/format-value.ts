import { HIDDEN, hideSecrets, hideSecretsInText, isSecretField } from './secrets.js';

/** The longest text that a message shows of a value, in characters. */
const LENGTH_LIMIT = 200;

/** A value as text for a message: as JSON if possible, and cut off when it is long. The fields of it that are secret are hidden. */
export function formatValue(value: unknown): string {
  return formatText(textOf(value));
}

/** As `formatValue`, for the value at a path, which is hidden if a name in the path is that of a secret. */
export function formatValueAt(path: readonly PropertyKey[], value: unknown, isSecret = isSecretField): string {
  return path.some((name) => isSecret(String(name))) ? HIDDEN : formatValue(value);
}

/** The maximum number of texts that a message lists. */
const TEXTS_LIMIT = 20;

/** Texts as a list for a message: the first ones, each cut off when it is long. */
export function formatTexts(texts: readonly string[]): string {
  const listed = texts.slice(0, TEXTS_LIMIT).map((text) => formatText(text));
  if (texts.length > listed.length) listed.push(`and ${texts.length - listed.length} more`);
  return listed.join(', ');
}

/** A text for a message, cut off when it is long. */
export function formatText(text: string, limit = LENGTH_LIMIT): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

/** Hides secrets, and leaves out what would be cut off, because a value may have megabytes. */
function beginningOf(): (key: string, part: unknown) => unknown {
  let parts = 0;
  return (name, part) => {
    if (part !== undefined && typeof part !== 'function') parts++;
    // Each part has at least one character.
    if (parts > LENGTH_LIMIT) return undefined;
    if (isSecretField(name)) return HIDDEN;
    if (typeof part === 'string') return beginningOfText(part);
    // JSON has null for NaN and Infinity.
    if (typeof part === 'number' && !Number.isFinite(part)) return String(part);
    return Array.isArray(part) && part.length > LENGTH_LIMIT ? part.slice(0, LENGTH_LIMIT) : part;
  };
}

/** The same for a text, which has secrets if it is JSON, or the start of it. */
function beginningOfText(text: string): string {
  if (text.length <= LENGTH_LIMIT) return hideSecrets(text);
  const beginning = text.slice(0, LENGTH_LIMIT);
  return /^\s*[{[]/.test(beginning) ? hideSecretsInText(beginning) : beginning;
}

function textOf(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  const isText = typeof value === 'object' || typeof value === 'string';
  // The JSON of an invalid date is null.
  if (!isText || (value instanceof Date && Number.isNaN(value.getTime()))) return String(value);
  try {
    return JSON.stringify(value, beginningOf()) ?? typeof value;
  } catch {
    return Object.prototype.toString.call(value);
  }
}
