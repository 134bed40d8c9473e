import type { Ignored } from './config.js';
import type { Seen } from './run.js';

/** Whether a finding is left out. */
export function isIgnored({ property, sentence }: Seen, ignore: readonly Ignored[]): boolean {
  return ignore.some((one) => {
    const { text } = one;
    const isProperty = one.property === undefined || one.property === property;
    if (!isProperty || text === undefined) return isProperty;
    return typeof text === 'string' ? sentence.includes(text) : text.test(sentence);
  });
}
