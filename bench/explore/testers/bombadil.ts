// Bombadil, a property-based tester of user interfaces, with the properties that it has by default.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { executable } from '../harness/chromium.js';
import type { Complaint, Tester } from '../harness/tester.js';

const command = join(import.meta.dirname, '..', 'node_modules', '@antithesishq', 'bombadil', 'bin', 'bombadil.js');

/** One state of the page in what it writes. All properties that it has by default say that something always holds. */
interface TracedState {
  readonly violations: readonly {
    readonly name: string;
    readonly violation: { Always: { violation: { False: { snapshots: { value: unknown }[] } } } };
  }[];
}

/** Runs the command. It looks for a program `chromium` on the path. */
function run(folder: string, ...args: string[]): Promise<void> {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  symlinkSync(executable, join(programs, 'chromium'));
  const env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` };
  const child = spawn(process.execPath, [command, ...args], { env, stdio: 'ignore' });
  return new Promise((resolve, reject) => child.on('error', reject).on('exit', () => resolve()));
}

const bombadil = (isTroubled: boolean): Tester => ({
  name: isTroubled ? 'Bombadil 0.7.0, APIs in trouble' : 'Bombadil 0.7.0',
  isTroubled,
  unavailable: () => undefined,
  async test(url, seconds) {
    const folder = mkdtempSync(join(tmpdir(), 'bombadil-'));
    const output = join(folder, 'output');
    const browser = ['--headless', '--no-sandbox', '--time-limit', `${seconds}s`];
    await run(folder, 'browser', 'test', url, ...browser, '--output-path', output);
    return complaintsIn(join(output, 'trace.jsonl'));
  },
});

function complaintsIn(trace: string): Complaint[] {
  if (!existsSync(trace)) return [];
  const states = readFileSync(trace, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TracedState);
  const texts = states.flatMap(({ violations }) =>
    violations.flatMap(({ name, violation }) =>
      violation.Always.violation.False.snapshots.flatMap(({ value }) =>
        [value].flat().map((one) => `${name}: ${textOf(one)}`),
      ),
    ),
  );
  return [...new Set(texts)].map((text) => ({ text }));
}

/** An error without its stack, a message without its time, a status. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.split('\n', 1)[0] ?? '';
  return JSON.stringify(value, (key, part) => (key === 'timestamp' ? undefined : part));
}

export const bombadilTesters = [bombadil(false), bombadil(true)];
