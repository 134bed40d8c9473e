import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Generous: Node and the package start in a fraction of it. */
export const PROCESS_TIMEOUT = 60_000;

/**
 * Runs an ES module in a child process in the folder of the project, so that it can import the package by name. Returns
 * its standard output. Throws if the process does not exit with 0.
 */
export function runModule(
  code: string,
  {
    env = {},
    input = '',
    timeout = PROCESS_TIMEOUT,
  }: { env?: Record<string, string>; input?: string; timeout?: number } = {},
) {
  const { status, signal, stdout, stderr, error } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    env: { ...process.env, ...env },
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    timeout,
  });
  if (status !== 0) throw new Error(`ended with ${status ?? signal ?? error?.message}:\n${stderr}`);
  return stdout;
}
