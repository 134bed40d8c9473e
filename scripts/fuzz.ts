// Sends random requests to mocks until one is answered wrongly: `npm run fuzz -- --help`.
import { parseArgs } from 'node:util';
import { operations, Tally, type Way, walk, ways } from '../test/support/fuzz-walk.js';

/** The number of requests to one mock. Failures are easier to understand after a short walk. */
const LENGTH = 500;

/** Without --through, most walks call the mock directly, which is fastest. The seed decides. */
const rotation: readonly Way[] = ['fetch', 'fetch', 'msw', 'fetch', 'fetch', 'tcp', 'fetch', 'fetch', 'raw', 'fetch'];

const HELP = `npm run fuzz -- [--requests <n>] [--seed <n>] [--through <way>]

  --requests <n>   the number of requests; default: 20000
  --seed <n>       the seed of the first ${LENGTH} requests; the next ones have the next seed; default: 1
  --through <way>  ${ways.join(', ')}; default: each in turn

The same options send the same requests. The first wrong answer ends the run, and the command prints how to repeat it.`;

const { requests, seed, through, help } = options();
if (help) {
  console.log(HELP);
  process.exit();
}

const tally = new Tally();
const started = performance.now();
try {
  for (let sent = 0, next = seed; sent < requests; sent += LENGTH, next++) {
    const way = through ?? (rotation[next % rotation.length] as Way);
    await walk({ seed: next, requests: Math.min(LENGTH, requests - sent), through: way }, tally);
    if (next % 10 === 0) console.log(`${tally.requests} requests, ${seconds()} s`);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
const statuses = [...tally.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
const { length } = operations;
const missing = tally.missing.length > 0 && tally.missing.length < 10 ? `, but not ${tally.missing.join(', ')}` : '';
console.log(
  `${tally.requests} requests in ${seconds()} s; statuses ${statuses.join(', ')}; ` +
    `${length - tally.missing.length} of ${length} operations answered 200${missing}`,
);

function seconds(): string {
  return ((performance.now() - started) / 1000).toFixed(0);
}

function options() {
  try {
    const { values } = parseArgs({
      options: {
        requests: { type: 'string', default: '20000' },
        seed: { type: 'string', default: '1' },
        through: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const through = ways.find((way) => way === values.through);
    if (values.through !== undefined && through === undefined) {
      throw new Error(`--through must be one of ${ways.join(', ')}, but is ${values.through}`);
    }
    return {
      requests: number('requests', values.requests),
      seed: number('seed', values.seed),
      through,
      help: values.help,
    };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${HELP}`);
    process.exit(2);
  }
}

function number(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number of at most 9 digits, but is ${text}`);
  return Number(text);
}
