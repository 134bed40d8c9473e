// `briefs-mock explore`. A finding counts for a fault if its plan fails again on the fault and passes on the twin.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executable } from '../harness/chromium.js';
import type { Complaint, Tester } from '../harness/tester.js';

const cli = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli.js');

/** Runs the command in a folder. Resolves with its exit code. */
function explore(folder: string, url: string, ...args: string[]): Promise<number | null> {
  const child = spawn(process.execPath, [cli, 'explore', url, '--browser', executable, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => child.on('error', reject).on('exit', resolve));
}

interface Reported {
  findings: { folder: string; sentence: string; steps: number }[];
  unstable: { sentence: string; replays: { again: number; of: number }; instead?: string[] }[];
}

function complaintsIn(folder: string): Complaint[] {
  const file = join(folder, 'report.json');
  if (!existsSync(file)) return [];
  const { findings, unstable } = JSON.parse(readFileSync(file, 'utf8')) as Reported;
  for (const { sentence, replays, instead } of unstable) {
    console.error(`  unstable, ${replays.again} of ${replays.of}: ${sentence}\n    instead: ${instead?.join(' | ')}`);
  }
  return findings.map((finding) => ({
    text: finding.sentence,
    steps: finding.steps,
    test: readFileSync(join(folder, 'explore', finding.folder, 'finding.spec.ts'), 'utf8'),
    comesBack: async (address) => {
      const plan = join(folder, 'explore', finding.folder, 'plan.json');
      return (await explore(folder, address, '--replay', plan)) === 1;
    },
  }));
}

export const briefsMock: Tester = {
  name: 'briefs-mock explore',
  isTroubled: false,
  unavailable() {
    const { stdout } = spawnSync(process.execPath, [cli, '--help'], { encoding: 'utf8' });
    return /^ .*\bexplore\b/m.test(stdout) ? undefined : 'this build has no such command';
  },
  async test(url, seconds, isFaulty) {
    const folder = mkdtempSync(join(tmpdir(), 'explore-'));
    const enough = isFaulty ? ['--findings', '1'] : [];
    const minutes = String(seconds / 60);
    await explore(folder, url, '--minutes', minutes, '--persona', 'alice', '--json', 'report.json', ...enough);
    return complaintsIn(folder);
  },
};
