import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BehaviorOptions } from '../index.js';
import { onInterrupt } from './on-stop-signals.js';
import { createOutput } from './output.js';
import { runCommand } from './run-command.js';
import { shellWord } from './shell-word.js';

/** Tests to run: the command with which they run, the files to add to it, and the switches to run them with. */
export interface AffectedRun {
  readonly command: string;
  readonly files: readonly string[];
  readonly behavior: BehaviorOptions;
}

/**
 * Runs test files, and passes a folder to `read` in which the helpers have left the traces of their tests. If a signal ends the run, the
 * result is undefined, and the exit code is set. @throws Error if the command cannot be started
 */
export async function runAffected<Read>(
  { command, files, behavior }: AffectedRun,
  read: (folder: string) => Promise<Read>,
): Promise<Read | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'briefs-mock-impact-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Also if a second signal ends this process.
  process.once('exit', remove);
  try {
    // biome-ignore lint/style/noProcessEnv: the command gets the environment of this one.
    const env = { ...process.env, BRIEFS_MOCK_BEHAVIOR: JSON.stringify(behavior), BRIEFS_MOCK_TRACES: folder };
    // Standard output is that of the report alone.
    const words = [`${command} ${files.map(shellWord).join(' ')}`];
    // A shell does not pass signals on, so they are sent to its group. Windows has none.
    const detached = process.platform !== 'win32';
    const running = runCommand(words, { stdio: ['inherit', 2, 2], env, shell: true, detached });
    let isInterrupted = false;
    onInterrupt((exitCode) => {
      isInterrupted = true;
      process.exitCode = exitCode;
    });
    await running;
    if (!isInterrupted) return await read(folder);
    createOutput().problem('interrupted while the tests ran; nothing is reported');
    return undefined;
  } finally {
    process.off('exit', remove);
    remove();
  }
}
