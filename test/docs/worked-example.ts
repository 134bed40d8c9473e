import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Block, blocks, placeOf, root } from './blocks.js';

/** The page whose blocks change this project, each the file that it names. */
export const WORKED_EXAMPLE = 'docs/how-to/adding-a-resource.md';

/** What the page says to do, in its order. */
const steps = blocks.flatMap((block) => {
  const { document, into } = block;
  return document === WORKED_EXAMPLE && into !== undefined ? [{ block, into }] : [];
});

/** What is no source, and may be too large to copy. */
const GENERATED = ['node_modules', 'dist', '.git', 'reports', 'coverage'];

/** This project once more, in a folder of its own, with the same packages. */
export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'briefs-mock-example-'));

  constructor() {
    const isSource = (path: string) => path === root || !isGenerated(path);
    cpSync(root, this.folder, { recursive: true, filter: isSource });
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'), 'junction');
  }

  /** Follows the page: every block goes where it says. Throws where one does not fit. */
  follow(): void {
    for (const { block, into } of steps) {
      const file = join(this.folder, into);
      if (block.language !== 'diff') writeFileSync(file, block.code, { flag: 'wx' });
      else writeFileSync(file, changed(readFileSync(file, 'utf8'), block));
    }
  }

  /** The files that the page adds or changes, those that are code. */
  get changed(): string[] {
    return [...new Set(steps.map(({ into }) => into))].filter((file) => file.endsWith('.ts'));
  }

  /** Runs a script of Node in it. @returns what it printed and, last, its exit code */
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

/** `coverage` is also the name of a folder of tests. */
function isGenerated(path: string): boolean {
  const name = basename(path);
  return name === 'coverage' ? path === join(root, name) : GENERATED.includes(name);
}

/** A text after the change of a diff, whose parts, divided by `@@`, are found by what they say and not by line numbers. */
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
