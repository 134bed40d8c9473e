import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, blocks, placeOf } from './blocks.js';
import { Copy } from './copy.js';

/** The page whose code blocks change this project: each block changes the file that it names. */
export const WORKED_EXAMPLE = 'docs/how-to/adding-a-resource.md';

/** The steps of the page in order. */
const steps = blocks.flatMap((block) => {
  const { document, into } = block;
  return document === WORKED_EXAMPLE && into !== undefined ? [{ block, into }] : [];
});

/** The TypeScript files that the page adds or changes. */
export const changedFiles = [...new Set(steps.map(({ into }) => into))].filter((file) => file.endsWith('.ts'));

/** A copy of this project after all steps of the page. Throws when a step cannot be applied. */
export function followedCopy(): Copy {
  const copy = new Copy();
  for (const { block, into } of steps) {
    const file = join(copy.folder, into);
    if (block.language !== 'diff') writeFileSync(file, block.code, { flag: 'wx' });
    else writeFileSync(file, changed(readFileSync(file, 'utf8'), block));
  }
  return copy;
}

/** Applies a diff to a text. Its parts, separated by `@@`, are located by their content, not by line numbers. */
function changed(text: string, block: Block): string {
  return block.code.split(/^@@\n/m).reduce((text, part) => {
    const lines = part.replace(/\n$/, '').split('\n');
    const without = (sign: string) =>
      lines
        .filter((line) => !line.startsWith(sign))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const places = text.split(without('+'));
    if (places.length === 2) return places.join(without('-'));
    throw new Error(`${placeOf(block)}: ${block.into} has ${places.length - 1} places like this:\n${without('+')}`);
  }, text);
}
