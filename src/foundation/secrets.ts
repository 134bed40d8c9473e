/** What the journal and the log show instead of a secret. */
export const HIDDEN = '[hidden]';

/** Parts of names that mark a secret wherever they occur: `accesstoken`, `sessionid`. */
const PARTS = /token|secret|passw|passphrase|passcode|credential|authorization|session|signature|jwt|api[-_]?key/i;

/** Whole words of names that mark a secret. As parts they would match names such as `keyboard`, `postcode` or `author`. */
const WORDS = new Set(['auth', 'bearer', 'code', 'key', 'oauth', 'otp', 'pass', 'pin', 'pwd', 'sig']);

/** Whether the name is that of a secret. Its words begin at capital letters and after other characters than letters. */
export function isSecretName(name: string): boolean {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return PARTS.test(name) || words.some((word) => WORDS.has(word.toLowerCase()));
}

/** Hides everything after the name of the table `access_token` in a path, because the keys of its records are tokens. */
export function withoutTokens(path: string): string {
  const segments = path.split(/\/|%2f/i);
  const table = segments.findIndex(isTokenTable);
  return table === -1 || table === segments.length - 1 ? path : [...segments.slice(0, table + 1), HIDDEN].join('/');
}

function isTokenTable(segment: string): boolean {
  try {
    // Also misspelt, since the token is there in any case.
    return /^access[-_]?tokens?$/i.test(decodeURIComponent(segment));
  } catch {
    return false;
  }
}
