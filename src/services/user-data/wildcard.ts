/**
 * Whether a text matches a pattern in which `%` stands for any run of characters (D18). No regular expression is made of
 * the pattern, and the time is linear in the text.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('%');
  if (rest.length === 0) return text === pattern;
  const last = rest.pop() as string;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return text.length - from >= last.length && text.endsWith(last);
}
