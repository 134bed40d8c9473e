import { readFile } from 'node:fs/promises';
import type { TestTrace } from '../mock/test-trace.js';

/** The line of a test in its file: the only one that has its title in quotes. Undefined if there is none, or no such file here. */
export async function lineOf({ file, name }: TestTrace['test']): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const title = name.split(' > ').at(-1) ?? name;
  // The name ends with a number if an earlier test has the same.
  return lineWith(title, text) ?? lineWith(title.replace(/ \(\d+\)$/, ''), text);
}

function lineWith(title: string, text: string): number | undefined {
  const quoted = ["'", '"', '`'].map((quote) => quote + title.replaceAll(quote, `\\${quote}`) + quote);
  const lines = text.split('\n').flatMap((one, i) => (quoted.some((title) => one.includes(title)) ? [i + 1] : []));
  return lines.length === 1 ? lines[0] : undefined;
}
