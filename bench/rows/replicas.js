import { Agent } from 'node:http';
import { answerTo } from '../harness/answers.js';
import { defineRow } from '../harness/bench.js';
import { besideLines, rates } from '../harness/rates.js';
import { briefWork } from '../harness/requests.js';
import { interleave, ratios } from '../harness/samples.js';
import { atLeast, atMost, noTarget } from '../harness/targets.js';
import { briefsMock, briefsMockWith } from '../servers/index.js';
import { startRedis } from '../servers/redis.js';

/** @typedef {import('../harness/bench.js').Bench} Bench */

/** Requests whose times are measured one by one. */
const REQUESTS = 2_000;
/** About as many bytes as the command of a request. */
const APPEND = 300;

/** What a store costs on the same machine, and how soon another server takes over. */
export const replicas = defineRow({
  id: 'replicas',

  async measure(bench) {
    const redis = await startRedis();
    let prefixes = 0;
    const store = () => `${redis.url}?prefix=bench-${prefixes++}`;
    try {
      const beside = await rates(bench, async () => {
        const [pair, trio] = [store(), store()];
        return {
          stored: await serve(bench, store()),
          unstored: await serve(bench),
          two: [await serve(bench, pair), await serve(bench, pair)],
          three: [await serve(bench, trio), await serve(bench, trio), await serve(bench, trio)],
        };
      });
      await bench.processes.stopAll();
      const appends = await interleave(beside.stored.perSecond.length, {
        appends: () => redis.appendsPerSecond(APPEND),
      });
      return {
        ...beside,
        ...appends,
        ...(await addedTimes(bench, store())),
        takeOver: await takeOvers(bench, store()),
      };
    } finally {
      await bench.processes.stopAll();
      await redis.stop();
    }
  },

  lines({ few }) {
    const what = `\`GET /public-api/v1/brief\` with \`--store\`, ${few.toLocaleString('en')} users`;
    return [
      { what: `${what}: added to the median time`, target: atMost(1, 'ms'), figure: ({ p50 }) => p50 },
      { what: `${what}: added to the 99th percentile`, target: atMost(5, 'ms'), figure: ({ p99 }) => p99 },
      ...besideLines({
        what,
        target: atLeast(0.25, '×', 'without'),
        ours: ({ stored }) => stored,
        theirs: ({ unstored }) => unstored,
      }),
      {
        what,
        target: atLeast(0.6, '×', 'redis-benchmark with one append at a time'),
        figure: ({ stored, appends }) => ratios(stored.perSecond, appends),
      },
      ...besideLines({
        what: `${what}, two servers together`,
        target: noTarget('×', 'one server'),
        ours: ({ two }) => two,
        theirs: ({ stored }) => stored,
      }),
      ...besideLines({
        what: `${what}, three servers together`,
        target: noTarget('×', 'one server'),
        ours: ({ three }) => three,
        theirs: ({ stored }) => stored,
      }),
      {
        what: 'first answer of another server for a session of newsroom, after its server was killed',
        target: atMost(100, 'ms'),
        figure: ({ takeOver }) => takeOver,
      },
    ];
  },
});

/** @param {Bench} bench @param {string} [store] */
async function serve({ processes, settings }, store) {
  const flags = store === undefined ? [] : ['--store', store];
  return { ...(await briefsMockWith(processes, settings.few, [], flags)), work: briefWork };
}

/** The milliseconds that a store adds to requests that are sent one after the other. @param {Bench} bench @param {string} store */
async function addedTimes(bench, store) {
  const [stored, unstored] = [await serve(bench, store), await serve(bench)];
  const p50 = [];
  const p99 = [];
  for (let round = 0; round < bench.settings.slowStarts; round++) {
    const [ours, theirs] = [await times(stored.url), await times(unstored.url)];
    p50.push(at(ours, 0.5) - at(theirs, 0.5));
    p99.push(at(ours, 0.99) - at(theirs, 0.99));
  }
  await bench.processes.stopAll();
  return { p50, p99 };
}

/** @param {string} url */
async function times(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const [[asked]] = /** @type {[[import('../harness/load.js').Request]]} */ (briefWork.sequences);
  const taken = [];
  for (let i = 0; i < REQUESTS; i++) {
    const started = performance.now();
    await answerTo(url, asked, briefWork.headers, agent);
    taken.push(performance.now() - started);
  }
  agent.destroy();
  return taken.sort((a, b) => a - b);
}

/** @param {readonly number[]} sorted @param {number} part */
function at(sorted, part) {
  return /** @type {number} */ (sorted[Math.floor(sorted.length * part)]);
}

/** @param {Bench} bench @param {string} store */
async function takeOvers({ processes, settings }, store) {
  const asked = { method: 'POST', path: '/user-data/v1/application', body: '[{"name":"one"}]' };
  const headers = { 'content-type': 'application/json', 'x-mock-session': 'taken' };
  const taken = [];
  for (let round = 0; round < settings.slowStarts; round++) {
    const flags = ['--store', `${store}-${round}`];
    const [first, second] = [await briefsMock(processes, flags), await briefsMock(processes, flags)];
    await answerTo(first.url, asked, headers);
    first.running.child.kill('SIGKILL');
    await first.running.ended;
    const started = performance.now();
    const { body } = await answerTo(second.url, { method: 'GET', path: asked.path }, headers);
    taken.push(performance.now() - started);
    if (!body.includes('"one"'))
      throw new Error(`the second server does not know what the first has answered: ${body}`);
    await processes.stopAll();
  }
  return taken;
}
