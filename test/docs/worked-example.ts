import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Block, blocks, placeOf, root } from './blocks.js';

/** The page whose code blocks change this project: each block changes the file that it names. */
export const WORKED_EXAMPLE = 'docs/how-to/adding-a-resource.md';

/** The steps of the page in order. */
const steps = blocks.flatMap((block) => {
  const { document, into } = block;
  return document === WORKED_EXAMPLE && into !== undefined ? [{ block, into }] : [];
});

/** Folders that are not source code and may be too large to copy. */
const GENERATED = ['node_modules', 'dist', '.git', 'reports', 'coverage'];

/** A copy of this project in a temporary folder, with the same node_modules. */
export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'briefs-mock-example-'));

  constructor() {
    const isSource = (path: string) => path === root || !isGenerated(path);
    cpSync(root, this.folder, { recursive: true, filter: isSource });
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'), 'junction');
  }

  /** Applies all steps of the page. Throws when a step cannot be applied. */
  follow(): void {
    for (const { block, into } of steps) {
      const file = join(this.folder, into);
      if (block.language !== 'diff') writeFileSync(file, block.code, { flag: 'wx' });
      else writeFileSync(file, changed(readFileSync(file, 'utf8'), block));
    }
  }

  /** The TypeScript files that the page adds or changes. */
  get changed(): string[] {
    return [...new Set(steps.map(({ into }) => into))].filter((file) => file.endsWith('.ts'));
  }

  /** Runs a Node script in the copy. @returns its output, with its exit code at the end */
  run(script: string, ...words: string[]): Promise<string> {
    const env = { ...process.env, NO_COLOR: '1' };
    const child = spawn(process.execPath, [script, ...words], { cwd: this.folder, env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(`${output}exit code ${code}`));
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Of the folders named `coverage`, only the one in the root is generated; the other contains tests. */
function isGenerated(path: string): boolean {
  const name = basename(path);
  return name === 'coverage' ? path === join(root, name) : GENERATED.includes(name);
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
