// Brings what the benchmarks need into bench/node_modules: the peers, the tools, and the product itself under its name.
// Does nothing when all is there.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const installed = join(here, 'node_modules', '.package-lock.json');
const product = join(here, 'node_modules', 'briefs-mock');

if (modified(installed) < modified(join(here, 'package-lock.json'))) {
  console.error('briefs-mock: installing the peers to measure beside …');
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: here,
    stdio: ['inherit', 2, 'inherit'],
    // On Windows npm is a script, which only a shell can start.
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error(`briefs-mock: installing failed: ${error?.message ?? `exit code ${status}`}`);
    process.exit(1);
  }
}
// As a dependency it would be in the lockfile, which would have to change whenever the product's own dependencies do.
if (!existsSync(product)) symlinkSync(join(here, '..'), product, 'junction');

/** When a file last changed, in milliseconds; 0 if there is none. @param {string} file */
function modified(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
