/**
 * Whether a text matches a pattern in which the character `wildcard` stands for any characters. Uses no regular expression, to
 * avoid backtracking.
 */
export function matchesWildcard(pattern: string, text: string, wildcard: '%' | '*'): boolean {
  const [first = '', ...rest] = pattern.split(wildcard);
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
