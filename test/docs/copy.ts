import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runNode } from '../support/run-node.js';
import { root } from './blocks.js';

/** Folders that are not source code and may be too large to copy. */
const GENERATED = ['node_modules', 'dist', '.git', 'reports', 'coverage'];

/** A copy of this project in a temporary folder, with the same packages. */
export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'briefs-mock-example-'));

  /** @param replaced - the name of the installed package that takes the place of another: `{ msw: 'msw3' }` */
  constructor(replaced: Readonly<Record<string, string>> = {}) {
    const isSource = (path: string) => path === root || !isGenerated(path);
    cpSync(root, this.folder, { recursive: true, filter: isSource });
    mkdirSync(join(this.folder, 'node_modules'));
    for (const name of readdirSync(join(root, 'node_modules'))) {
      const installed = join(root, 'node_modules', replaced[name] ?? name);
      symlinkSync(installed, join(this.folder, 'node_modules', name), 'junction');
    }
  }

  /** Runs a Node script in the copy. @returns its output, with its exit code at the end */
  run(script: string, ...words: string[]): Promise<string> {
    return runNode(this.folder, script, ...words);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Only the folder `coverage` in the root is generated; the other one of this name contains tests. */
function isGenerated(path: string): boolean {
  const name = basename(path);
  return name === 'coverage' ? path === join(root, name) : GENERATED.includes(name);
}
