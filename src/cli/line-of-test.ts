import { readFile } from 'node:fs/promises';
import type { TestTrace } from '../mock/test-trace.js';

/** The line of a test in its file: the only one that has its title in quotes. Undefined if there is none, or no such file here. */
export async function lineOf({ file, name }: TestTrace['test']): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const parts = name.split(' > ');
  // The titles of suites come first, and a title may have the same sign. The longest one that is there is that of the test.
  const titles = parts.map((_, i) => parts.slice(i).join(' > '));
  // The name ends with a number if an earlier test has the same.
  const spellings = titles.flatMap((title) => [title, title.replace(/ \(\d+\)$/, '')]);
  const [lines = []] = spellings.map((title) => linesWith(title, text)).filter(({ length }) => length > 0);
  return lines.length === 1 ? lines[0] : undefined;
}

function linesWith(title: string, text: string): number[] {
  const quoted = ["'", '"', '`'].map((quote) => quote + title.replaceAll(quote, `\\${quote}`) + quote);
  return text.split('\n').flatMap((one, i) => (quoted.some((title) => one.includes(title)) ? [i + 1] : []));
}
