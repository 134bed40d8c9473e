import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { vi } from 'vitest';
import { type CaptureFlags, captureCommand } from '../../src/cli/commands/capture.js';
import { exitCodes } from '../../src/cli/failure.js';
import type { CaptureOptions } from '../../tools/capture/index.js';
import type { OtherBackend } from './other-backend.js';

const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/**
 * Runs `briefs-mock capture` in this process, which takes a tenth of the time of another one. Returns its exit code, what it printed, and
 * its lines on standard error, with file names relative to the folder.
 */
export async function captureIn(folder: string, flags: Partial<CaptureFlags>, replace?: CaptureOptions['replace']) {
  const text = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      text[name] += chunk;
      return true;
    }),
  );
  const before = signals.map((signal) => process.listeners(signal));
  const { exitCode } = process;
  process.exitCode = 0;
  try {
    const out = flags.out === undefined ? 'staging.ts' : flags.out;
    const files = { out: join(folder, out), keyFile: join(folder, flags.keyFile ?? 'capture.key') };
    const json = flags.json === undefined ? {} : { json: join(folder, flags.json) };
    await captureCommand({ ...flags, ...files, ...json }, replace).catch((error: Error) => {
      process.stderr.write(`briefs-mock: ${error.message}\n`);
      process.exitCode = error.name === 'MockError' ? exitCodes.wrongUsage : exitCodes.failure;
    });
    const lines = stripVTControlCharacters(text.stderr).replaceAll(join(folder, '/'), '').split('\n');
    const output = text.stdout.replaceAll(join(folder, '/'), '');
    return { code: process.exitCode, output, errors: lines.filter((line) => line !== '') };
  } finally {
    process.exitCode = exitCode;
    for (const spy of spies) spy.mockRestore();
    for (const [i, signal] of signals.entries()) {
      for (const one of process.listeners(signal)) if (!before[i]?.includes(one)) process.off(signal, one);
    }
  }
}

/** The flags that give a capture all that a backend shows. */
export function flagsFor({ url, tokens, serviceToken }: Pick<OtherBackend, 'url' | 'tokens' | 'serviceToken'>) {
  return { from: url, token: { ...tokens }, serviceToken };
}
