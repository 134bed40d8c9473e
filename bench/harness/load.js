import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * The requests of a load test, which are repeated. The requests of a sequence are sent in order; different sequences do not
 * affect each other.
 * @typedef {{ method: string, path: string, body?: string }} Request
 * @typedef {{ headers?: Record<string, string>, sequences: readonly (readonly Request[])[] }} Work
 */

/**
 * A load generator. It returns the number of answered requests, and the seconds that they took.
 * @typedef {{ requests: number, seconds: number }} Answered
 * @typedef {{ name: string, run: (url: string, work: Work, seconds: number) => Promise<Answered> }} Load
 */

const CONNECTIONS = 16;
const run = promisify(execFile);

/** wrk if it is installed, because it leaves more processor time to the server; otherwise autocannon. @returns {Promise<Load>} */
export async function chooseLoad() {
  // `wrk -v` prints its version and fails.
  const { code, stdout } = await run('wrk', ['-v']).catch((error) => error);
  if (code === 'ENOENT') return autocannonLoad();
  const [version = 'wrk'] = /wrk \S+/.exec(stdout) ?? [];
  return { name: `\`${version}\`, 1 thread, ${CONNECTIONS} connections`, run: wrk };
}

/** @type {Load['run']} */
async function wrk(url, { headers = {}, sequences }, seconds) {
  // All first requests, then all second ones, so that the first is answered before the second is sent.
  const length = Math.max(...sequences.map((sequence) => sequence.length));
  const inTurn = Array.from({ length }, (_, step) => sequences.flatMap((sequence) => sequence[step] ?? [])).flat();
  const script = fileURLToPath(new URL('wrk.lua', import.meta.url));
  const { stdout } = await run(
    'wrk',
    [
      ...['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script],
      ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      ...[onLoopback(url), '--', ...inTurn.flatMap(({ method, path, body }) => [method, path, body ?? '-'])],
    ],
    { timeout: seconds * 1000 + 20_000, killSignal: 'SIGKILL' },
  );
  const { requests, duration, refused, broken } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  return checked(url, { requests, seconds: duration / 1e6, refused, broken });
}

/** @returns {Promise<Load>} */
async function autocannonLoad() {
  const { default: autocannon } = await import('autocannon');
  const manifest = createRequire(import.meta.url).resolve('autocannon/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  return {
    name: `autocannon ${version}, ${CONNECTIONS} connections`,
    async run(url, { headers, sequences }, seconds) {
      let clients = 0;
      const result = await autocannon({
        url: onLoopback(url),
        connections: CONNECTIONS,
        duration: seconds,
        ...(headers && { headers }),
        setupClient(client) {
          const first = clients++ % CONNECTIONS;
          const own = sequences.filter((_, i) => i % CONNECTIONS === first % sequences.length);
          // The types allow only the names of methods.
          client.setRequests(
            /** @type {import('autocannon').Request[]} */ (own.flat().map((request) => ({ ...request }))),
          );
        },
      });
      const { errors, timeouts, non2xx: refused, duration } = result;
      return checked(url, { requests: result['2xx'], seconds: duration, refused, broken: errors + timeouts });
    },
  };
}

/** @param {string} url @param {{ requests: number, seconds: number, refused: number, broken: number }} outcome */
function checked(url, { requests, seconds, refused, broken }) {
  if (refused > 0) throw new Error(`${url} answered ${refused} of ${requests} requests with something other than 2xx`);
  if (broken > 0) throw new Error(`${url} did not answer ${broken} of ${requests} requests`);
  if (requests === 0) throw new Error(`${url} answered no request in ${seconds} s`);
  return { requests, seconds };
}

/** @param {string} url */
function onLoopback(url) {
  if (new URL(url).hostname !== '127.0.0.1') throw new Error(`load tests run on 127.0.0.1 only, not on ${url}`);
  return url;
}
