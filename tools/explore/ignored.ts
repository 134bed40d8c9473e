import type { Ignored } from './config.js';

/** Whether a finding is left out. */
export function isIgnored(
  { property, sentence }: { readonly property: string; readonly sentence: string },
  ignore: readonly Ignored[] = [],
): boolean {
  return ignore.some((one) => {
    const { text } = one;
    const isProperty = one.property === undefined || one.property === property;
    if (!isProperty || text === undefined) return isProperty;
    return typeof text === 'string' ? sentence.includes(text) : hasMatch(text, sentence);
  });
}

/** Whether a pattern matches; `test` would go on where a global or a sticky one matched last. */
export const hasMatch = (pattern: RegExp, text: string) => text.search(pattern) >= 0;
