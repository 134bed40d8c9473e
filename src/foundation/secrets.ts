/** What the journal and the log show instead of a secret. */
export const HIDDEN = '[hidden]';

/** Parts of names that mark a secret wherever they occur: `accesstoken`, `sessionid`. */
const PARTS =
  /token|secret|passw|passphrase|passcode|credential|authorization|session|cookie|signature|jwt|api[-_]?key/i;

/** Whole words of names that mark a secret. As parts they would match names such as `keyboard`, `postcode` or `author`. */
const WORDS = new Set(['auth', 'bearer', 'code', 'key', 'oauth', 'otp', 'pass', 'pin', 'pwd', 'sig']);

/** Whether the name is that of a secret. A word starts at a capital letter, or after a character that is not a letter. */
export function isSecretName(name: string): boolean {
  return PARTS.test(name) || wordsOf(name).some((word) => WORDS.has(word));
}

/** The same for a field of a body, in which `code` and `status_code` are not secret: they are codes of errors and statuses. */
export function isSecretField(name: string): boolean {
  return PARTS.test(name) || wordsOf(name).some((word) => WORDS.has(word) && word !== 'code');
}

function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}

/** Hides everything after the name of the table `access_token` in a path, because the keys of its records are tokens. */
export function withoutTokens(path: string): string {
  const segments = path.split(/\/|%2f/i);
  const table = segments.findIndex(isTokenTable);
  return table === -1 || table === segments.length - 1 ? path : [...segments.slice(0, table + 1), HIDDEN].join('/');
}

function isTokenTable(segment: string): boolean {
  try {
    // Misspelt names count too: the path contains the token either way.
    return /^access[-_]?tokens?$/i.test(decodeURIComponent(segment));
  } catch {
    return false;
  }
}

/** Headers whose value is a URL. */
const URL_HEADERS = /^(referer|location|content-location)$/i;

/** The value of a header without its secrets. `isSecret` says whether all of it is one. */
export function visibleHeader(name: string, value: string, isSecret = isSecretName): string {
  if (isSecret(name)) return HIDDEN;
  return URL_HEADERS.test(name) ? hideSecretsInUrl(value) : value;
}

/** Replaces the values of parameters with secret names in the query of a URL, and in a fragment that has the form of one. */
export function hideSecretsInUrl(url: string, hidden = HIDDEN): string {
  return url.replace(/([?&#])([^=&#]*)=[^&#]*/g, (parameter, separator: string, name: string) => {
    // Brackets are sent escaped.
    const [decoded = ''] = new URLSearchParams(name).keys();
    return isSecretName(decoded) ? `${separator}${name}=${hidden}` : parameter;
  });
}

/** A copy of a JSON value in which the values of fields with secret names are hidden. */
export function hideSecrets<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(hideSecrets) as Value;
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    isSecretField(name) ? HIDDEN : hideSecrets(field),
  ]);
  return Object.fromEntries(fields);
}

/** A name, a colon or equals sign, and the start of a value. The lookbehind keeps the matching time linear. */
const FIELD = /(?<![\w-])([\w-]+)["']?\s{0,8}[:=]\s{0,8}(["[{]?)/g;

/** Hides the values of fields with secret names in a text that is not JSON, or is only the start of it. */
export function hideSecretsInText(text: string): string {
  let visible = '';
  let end = 0;
  for (const { 0: field, 1: name = '', 2: opening, index } of text.matchAll(FIELD)) {
    // A name inside a hidden value.
    if (index < end || !isSecretField(name)) continue;
    const start = index + field.length;
    visible += text.slice(end, start - (opening?.length ?? 0)) + HIDDEN;
    // The end of an object or array is unknown.
    if (opening === '[' || opening === '{') return visible;
    const closing = opening === '"' ? /(?<!\\)"/g : /[\n,;&}\]"]/g;
    closing.lastIndex = start;
    const found = closing.exec(text);
    if (found === null) return visible;
    end = opening === '"' ? found.index + 1 : found.index;
  }
  return visible + text.slice(end);
}
