// Starts programs in the runtimes, for the tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';

/** Runs a program of this folder until its first line of output, and returns that line and a function that stops it. */
export async function startProgram(command, ...args) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += text;
    if (output.includes('\n')) break;
  }
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  };
  return { line: output.split('\n')[0], stop };
}

/** Runs a program to its end. @returns its output. @throws Error with the output, if it fails. */
export async function runProgram([command, ...args], env) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, NO_COLOR: '1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${code}\n${output}`);
  return output;
}

export async function bundle(entry, conditions = []) {
  const { outputFiles } = await build({
    entryPoints: [`programs/${entry}`],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions,
    write: false,
    external: ['cloudflare:workers'],
    logLevel: 'error',
  });
  return outputFiles[0].text;
}

/** Starts a Worker in workerd. */
export async function startWorker(entry, options = {}) {
  const script = await bundle(entry, ['workerd', 'worker']);
  return new Miniflare({ modules: true, script, compatibilityDate: '2025-05-05', ...options });
}
