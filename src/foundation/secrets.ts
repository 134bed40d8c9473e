import { isNestedDeeperThan } from './nesting.js';
import { parseJson } from './parse-json.js';

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

/** The name and password before the host of a URL. */
const USER_INFO = /(?<=^[a-z][a-z\d+.-]*:\/\/)[^/?#]*(?=@)/i;

/**
 * Hides who is named before the host of a URL, and the values of parameters with secret names in the query, and in a fragment that
 * has the form of one.
 */
export function hideSecretsInUrl(url: string, hidden = HIDDEN): string {
  return url
    .replace(USER_INFO, hidden)
    .replace(/([?&#])([^=&#?]*)=[^&#]*/g, (parameter, separator: string, name: string) => {
      // Brackets are sent escaped.
      const [decoded = ''] = new URLSearchParams(name).keys();
      return isSecretName(decoded) ? `${separator}${name}=${hidden}` : parameter;
    });
}

/** A copy of a JSON value in which the values of fields with secret names are hidden, also in strings that are JSON themselves. */
export function hideSecrets<Value>(value: Value): Value {
  if (typeof value === 'string') return (hideSecretsInJson(value) ?? value) as Value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(hideSecrets) as Value;
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    isSecretField(name) ? HIDDEN : hideSecrets(field),
  ]);
  return Object.fromEntries(fields);
}

/** The depth to which JSON in a text is walked through; deeper JSON is searched as other texts are. */
const DEPTH_LIMIT = 200;

/** A JSON object or array without its secrets, as text; undefined for another text. A text without secrets stays as it is. */
function hideSecretsInJson(text: string): string | undefined {
  const value = /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
  if (value === undefined) return undefined;
  if (isNestedDeeperThan(value, DEPTH_LIMIT)) return hideSecretsInOtherText(text);
  const visible = JSON.stringify(hideSecrets(value));
  return visible === JSON.stringify(value) ? text : visible;
}

/** Hides the values of fields with secret names in a text: JSON, the start of JSON, or any other. */
export function hideSecretsInText(text: string): string {
  return hideSecretsInJson(text) ?? hideSecretsInOtherText(text);
}

function hideSecretsInOtherText(text: string): string {
  const readable = withoutEscapes(text);
  const visible = hideAfterNames(hideInElements(hideInParts(hideInForm(readable))));
  return visible === readable ? text : visible;
}

/** The letters, digits and other characters of names that JSON has escaped, as they are. */
function withoutEscapes(text: string): string {
  return text.replace(/(?<!\\)\\+u(00[2-7][\da-f])/gi, (escaped, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return /[\w-]/.test(character) ? character : escaped;
  });
}

/** The start of a URL-encoded form. Ampersands in other texts separate nothing. */
const FORM = /^[^\s=&"'<>{}:,;]+=/;

/** Hides the values of a URL-encoded form whose names are secret, and those that are JSON with secrets. A value ends at an ampersand. */
function hideInForm(text: string): string {
  if (!FORM.test(text)) return text;
  return text.replace(/(?<=^|&)([^\s=&]+=)[^&\r\n]*/g, (field, start: string) => {
    const [[name = '', value = ''] = []] = new URLSearchParams(field);
    const isSecret = isSecretField(name) || hideSecrets(value) !== value;
    return isSecret ? start + HIDDEN : field;
  });
}

/** Hides the values of a form with several parts. The first line separates them, and no part contains it. */
function hideInParts(text: string): string {
  const [boundary] = /^--[^\r\n]+/.exec(text) ?? [];
  if (boundary === undefined) return text;
  const parts = text.split(boundary).map((part) => {
    const { 0: gap = '', index = 0 } = /\r?\n\r?\n/.exec(part) ?? {};
    const [, name = ''] = /[ ;]name="?([^";\r\n]*)/i.exec(part.slice(0, index)) ?? [];
    return isSecretField(name) ? `${part.slice(0, index)}${gap}${HIDDEN}${gap.slice(gap.length / 2)}` : part;
  });
  return parts.join(boundary);
}

/** The first tag of an XML element. The lookahead keeps the matching time linear. */
const TAG = /<([\w:.-]+)(?![\w:.-])[^<>]*>/g;

/** Hides the contents of XML elements with secret names. */
function hideInElements(text: string): string {
  let visible = '';
  let end = 0;
  for (const { 0: tag, 1: name = '', index } of text.matchAll(TAG)) {
    if (index < end || tag.endsWith('/>') || !isSecretField(name)) continue;
    visible += text.slice(end, index + tag.length) + HIDDEN;
    end = text.indexOf(`</${name}`, index);
    // Only the start of it is there.
    if (end === -1) return visible;
  }
  return visible + text.slice(end);
}

/**
 * A name, a colon or equals sign, and the start of a value that is not hidden yet. In quotes, a name has any characters; in JSON that
 * is in a string itself, quotes have backslashes. The lookbehind keeps the matching time linear.
 */
const FIELD = /(?:(?<![\w-])([\w-]+)\\*["']?\]?|"([^"\\\n]+)\\*")\s*[:=](?!\s*\[hidden\])\s*(\\*["']|[[{]?)/g;

/** Hides what follows a secret name and a colon or equals sign. */
function hideAfterNames(text: string): string {
  let visible = '';
  let end = 0;
  for (const { 0: field, 1: word = '', 2: name = word, 3: opening = '', index } of text.matchAll(FIELD)) {
    const start = index + field.length;
    // A field inside a hidden value.
    if (start < end || !isSecretField(name)) continue;
    visible += text.slice(end, start - opening.length) + HIDDEN;
    // The end of an object or array is unknown.
    if (opening === '[' || opening === '{') return visible;
    const closing = closingOf(opening);
    closing.lastIndex = start;
    if (!closing.test(text)) return visible;
    end = closing.lastIndex;
  }
  return visible + text.slice(end);
}

/** What ends a value that starts with these characters. */
function closingOf(opening: string): RegExp {
  if (opening === '') return /(?=[\n,;&}\]"])/g;
  // The backslashes at the end of the value come in pairs, which a string around the JSON doubles, as it does those of the quote.
  const backslashes = `(?:\\\\{${2 * opening.length}})*\\\\{${opening.length - 1}}`;
  // A doubled quote is one of the value in YAML and SQL.
  return new RegExp(opening.endsWith("'") ? `(?<![\\\\'])${backslashes}'(?!')` : `(?<!\\\\)${backslashes}"`, 'g');
}
