import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Installs the tools if their lockfile is newer than the installation. */
export default function setup(): void {
  const folder = join(import.meta.dirname, 'packages');
  const modified = (file: string) => statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (modified('node_modules/.package-lock.json') >= modified('package-lock.json')) return;
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', ...options], { cwd: folder, stdio: 'inherit' });
}
