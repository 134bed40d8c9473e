import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runNode } from '../support/run-node.js';
import { root } from './blocks.js';

/** Folders that are not source code. They may be too large to copy, and other tests may empty them meanwhile. */
const GENERATED = ['node_modules', 'dist', '.git', 'reports', 'coverage', 'mock-traces', 'test-results'];

/** A copy of this project in a temporary folder, with the same packages. */
export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'briefs-mock-example-'));

  /** @param replaced - the name of the installed package that takes the place of another: `{ msw: 'msw3' }` */
  constructor(replaced: Readonly<Record<string, string>> = {}) {
    copySources(root, this.folder);
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

/** Does not look at generated files: `cpSync` does before it asks its filter, and fails if one is gone. */
function copySources(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (isGenerated(source)) continue;
    if (entry.isDirectory()) {
      mkdirSync(target);
      copySources(source, target);
    } else copyFileSync(source, target);
  }
}

/** Only the folder `coverage` in the root is generated; the other one of this name contains tests. */
function isGenerated(path: string): boolean {
  const name = basename(path);
  return name === 'coverage' ? path === join(root, name) : GENERATED.includes(name);
}
