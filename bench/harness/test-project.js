import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { NotAvailable } from './targets.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const testFiles = fileURLToPath(new URL('../test-files', import.meta.url));

/** The packages of a project besides this one, from the root. */
const packages = ['msw', 'vitest', 'hono', 'zod', '@hono'];

/**
 * Creates a project with copies of one test file of bench/test-files, in a temporary folder. This package is a copy in its
 * node_modules, because Vitest would transform a linked one.
 * @param {'mock' | 'bare'} name @param {number} files
 */
export async function createTestProject(name, files) {
  if (process.platform === 'win32') throw new NotAvailable('this needs a shell that tells the processor time');
  const folder = await mkdtemp(join(tmpdir(), 'briefs-mock-test-files-'));
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  for (const one of packages) await symlink(join(root, 'node_modules', one), join(modules, one));
  for (const one of ['dist', 'package.json']) {
    await cp(join(root, one), join(modules, 'briefs-mock', one), { recursive: true });
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  for (let i = 0; i < files; i++) await cp(join(testFiles, `${name}.js`), join(folder, `${i}.test.js`));

  return {
    /** Runs the tests, and returns the processor time of all processes. */
    async processorSeconds() {
      const vitest = [join(modules, 'vitest', 'vitest.mjs'), 'run', '--pool', 'forks', '--reporter', 'dot'];
      // The shell prints its own time, and then that of the processes that it has waited for.
      const command = ['-c', '"$@" && times', 'sh', process.execPath, ...vitest];
      const { stdout } = await run('sh', command, { cwd: folder, timeout: 300_000 });
      const [, ...times] = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/.exec(stdout) ?? [];
      const [minutes = Number.NaN, seconds = 0, systemMinutes = 0, systemSeconds = 0] = times.map(Number);
      return 60 * (minutes + systemMinutes) + seconds + systemSeconds;
    },

    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
