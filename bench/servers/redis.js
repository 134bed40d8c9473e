import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { NotAvailable } from '../harness/targets.js';
import { freePort } from './free-port.js';

const run = promisify(execFile);

/** Starts a redis-server without files on a free port. @throws NotAvailable if none is installed */
export async function startRedis() {
  const port = await freePort();
  const child = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', ''], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const failed = once(child, 'error').then(() => {
    throw new NotAvailable('redis-server is not installed');
  });
  process.once('exit', () => child.kill('SIGKILL'));
  await Promise.race([failed, isReady(child.stdout)]);
  child.stdout.resume();
  return {
    url: `redis://127.0.0.1:${port}`,
    /** The rate of its own benchmark, for appends of this number of bytes over one connection, one after the other. */
    appendsPerSecond: async (/** @type {number} */ bytes) => {
      const append = ['XADD', 'bench', 'MAXLEN', '~', '10000', '*', 'commands', 'x'.repeat(bytes)];
      const { stdout } = await run('redis-benchmark', ['-p', `${port}`, '-c', '1', '-n', '20000', '-q', ...append]);
      return Number(/([\d.]+) requests per second/.exec(stdout)?.[1]);
    },
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** @param {NodeJS.ReadableStream} output */
async function isReady(output) {
  for await (const chunk of output) if (`${chunk}`.includes('Ready to accept connections')) return;
}
