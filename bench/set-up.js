// Installs the dependencies of the benchmarks in bench/node_modules: the peers, the tools, and a link to this package. Does
// nothing if they are installed. `node bench/set-up.js explore` does the same in bench/explore.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const here = join(import.meta.dirname, process.argv[2] ?? '.');
const installed = join(here, 'node_modules', '.package-lock.json');
const product = join(here, 'node_modules', 'briefs-mock');

if (modified(installed) < modified(join(here, 'package-lock.json'))) {
  console.error('briefs-mock: installing the peers of the benchmarks …');
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: here,
    stdio: ['inherit', 2, 'inherit'],
    // On Windows, npm is a script that needs a shell.
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error(`briefs-mock: the installation failed: ${error?.message ?? `exit code ${status}`}`);
    process.exit(1);
  }
}
// Linked instead of installed: as a dependency, it would be in the lockfile, which would then change with every change of this
// package's dependencies.
if (!existsSync(product)) symlinkSync(join(import.meta.dirname, '..'), product, 'junction');

/** When a file last changed, in milliseconds; 0 if it does not exist. @param {string} file */
function modified(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
