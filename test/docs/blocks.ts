import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** A fenced code block of a document. */
export interface Block {
  /** The path of the document from the root, and the line number of the first line of code. */
  readonly document: string;
  readonly line: number;
  readonly language: string;
  /** The file that the block quotes: `from=…` after the language. */
  readonly from: string | undefined;
  /** The file that a reader creates from the block or, for a diff, changes with it: `into=…` after the language. */
  readonly into: string | undefined;
  /** Whether it shows what the commands of the block before it print: `output` after the language. */
  readonly isOutput: boolean;
  readonly code: string;
}

/** README.md and every Markdown file in docs/. */
export const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
];

export const blocks: readonly Block[] = documents.flatMap(blocksOf);

/** The position of a block, for messages. */
export const placeOf = ({ document, line }: Block) => `${document}:${line}`;

function blocksOf(document: string): Block[] {
  const text = readFileSync(join(root, document), 'utf8');
  const found = [...text.matchAll(/^```([^\s]*)(.*)\n([\s\S]*?)^```$/gm)].map(
    ({ index, 1: language = '', 2: words = '', 3: code = '' }): Block => {
      const line = text.slice(0, index).split('\n').length + 1;
      const isOutput = words === ' output';
      const [, option, file] = /^ (from|into)=(\S+)$/.exec(words) ?? [];
      if (words !== '' && !isOutput && option === undefined)
        throw new Error(`${document}:${line}: a block has no option${words}`);
      const [from, into] = ['from', 'into'].map((name) => (name === option ? file : undefined));
      return { document, line, language, from, into, isOutput, code };
    },
  );
  const fences = text.match(/^\s*(```|~~~)/gm)?.length ?? 0;
  if (fences !== 2 * found.length) throw new Error(`${document}: write blocks with three backticks, not indented`);
  return found;
}
