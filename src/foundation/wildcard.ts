/**
 * A test whether a text matches a pattern in which `wildcard` stands for any characters. The pattern is split once, as it is
 * compared with many texts. Uses no regular expression, to avoid backtracking.
 */
export function wildcardTest(pattern: string, wildcard: '%' | '*'): (text: string) => boolean {
  const [first = '', ...rest] = pattern.split(wildcard);
  const last = rest.pop();
  if (last === undefined) return (text) => text === pattern;
  const middle = rest.filter((part) => part !== '');
  return (text) => {
    if (!text.startsWith(first)) return false;
    let from = first.length;
    for (const part of middle) {
      const at = text.indexOf(part, from);
      if (at === -1) return false;
      from = at + part.length;
    }
    return text.length - from >= last.length && text.endsWith(last);
  };
}
