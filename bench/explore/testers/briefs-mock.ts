// `briefs-mock explore`. A finding counts for a fault if its plan fails again on the fault and passes on the twin.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executable } from '../harness/chromium.js';
import type { Tester } from '../harness/tester.js';

const cli = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli.js');

/** Runs the command in a folder. Resolves with its exit code. */
function explore(folder: string, url: string, ...args: string[]): Promise<number | null> {
  const child = spawn(process.execPath, [cli, 'explore', url, '--browser', executable, ...args], {
    cwd: folder,
    stdio: 'ignore',
  });
  return new Promise((resolve, reject) => child.on('error', reject).on('exit', resolve));
}

export const briefsMock: Tester = {
  name: 'briefs-mock explore',
  isTroubled: false,
  unavailable() {
    const { stdout } = spawnSync(process.execPath, [cli, '--help'], { encoding: 'utf8' });
    return /^ .*\bexplore\b/m.test(stdout) ? undefined : 'this build has no such command';
  },
  async test(url, seconds) {
    const folder = mkdtempSync(join(tmpdir(), 'explore-'));
    await explore(folder, url, '--minutes', String(seconds / 60), '--persona', 'alice', '--seed', '1');
    const findings = join(folder, 'explore');
    const plans = existsSync(findings) ? readdirSync(findings).map((name) => join(findings, name, 'plan.json')) : [];
    return plans.filter(existsSync).map((plan) => ({
      text: plan,
      comesBack: async (address) => (await explore(folder, address, '--replay', plan)) === 1,
    }));
  },
};
