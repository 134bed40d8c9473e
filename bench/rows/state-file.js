import { mkdtemp, rm, stat } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerTo } from '../harness/answers.js';
import { defineRow } from '../harness/bench.js';
import { besideLines, rates } from '../harness/rates.js';
import { bookmarkWork } from '../harness/requests.js';
import { atLeast, atMost, noTarget } from '../harness/targets.js';
import { briefsMockWith } from '../servers/index.js';

/** @typedef {import('../harness/bench.js').Bench} Bench */

/** What a state file costs: the rate of writes, and the longest time for which nobody is answered while it is written. */
export const stateFile = defineRow({
  id: 'state-file',

  async measure(bench) {
    const folder = await mkdtemp(join(tmpdir(), 'briefs-mock-bench-'));
    try {
      return {
        ...(await rates(bench, () => open(bench, folder))),
        ...(await pauses(bench, join(folder, 'large.json'))),
      };
    } finally {
      await bench.processes.stopAll();
      await rm(folder, { recursive: true });
    }
  },

  lines({ few, many }) {
    const what = `\`POST\` + \`DELETE /public-api/v1/bookmark/…\` with \`--state\`, ${few.toLocaleString('en')} users`;
    const users = `${many.toLocaleString('en')} users`;
    return [
      ...besideLines({
        what,
        target: atLeast(0.8, '×', 'without'),
        ours: ({ kept }) => kept,
        theirs: ({ unkept }) => unkept,
      }),
      ...besideLines({
        what: what.replace('--state', '--state --state-sync'),
        target: noTarget('×', 'without'),
        ours: ({ synced }) => synced,
        theirs: ({ unkept }) => unkept,
      }),
      { what: `the longest answer while ${users} are saved`, target: atMost(20, 'ms'), figure: ({ saving }) => saving },
      {
        what: 'the longest answer in as long a time, while nothing is saved',
        target: noTarget('ms'),
        figure: ({ idle }) => idle,
      },
    ];
  },
});

/** @param {Bench} bench @param {string} folder */
async function open({ processes, settings }, folder) {
  const serve = async (/** @type {string[]} */ ...flags) => ({
    ...(await briefsMockWith(processes, settings.few, [], flags)),
    work: bookmarkWork,
  });
  const fileOf = async (/** @type {string} */ name) => {
    const file = join(folder, name);
    for (const suffix of ['', '.log', '.lock']) await rm(file + suffix, { recursive: true, force: true });
    return file;
  };
  return {
    kept: await serve('--state', await fileOf('kept.json')),
    synced: await serve('--state', await fileOf('synced.json'), '--state-sync'),
    unkept: await serve(),
  };
}

/** @param {Bench} bench @param {string} file */
async function pauses({ processes, settings }, file) {
  const { url, running } = await briefsMockWith(processes, settings.many, [], ['--state', file]);
  const saving = [];
  const idle = [];
  for (let round = 0; round < settings.slowStarts; round++) {
    const { ino } = await stat(file);
    const answer = await answerTo(url, advance, {});
    if (answer.status !== 200) throw new Error(`the clock was answered with ${answer.status}`);
    const started = performance.now();
    saving.push(await longestAnswer(url, async () => (await stat(file)).ino !== ino));
    const took = performance.now() - started;
    const ended = performance.now();
    idle.push(await longestAnswer(url, async () => performance.now() - ended > took / 10));
  }
  await running.stop();
  return { saving, idle };
}

const advance = { method: 'PUT', path: '/__mock/clock', body: JSON.stringify({ advance_seconds: 1 }) };
const live = { method: 'GET', path: '/__mock/live' };

/**
 * Sends one request after the other until `isOver`, and returns the milliseconds of the longest.
 * @param {string} url @param {() => Promise<boolean>} isOver
 */
async function longestAnswer(url, isOver) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let longest = 0;
  do {
    const started = performance.now();
    await answerTo(url, live, {}, agent);
    longest = Math.max(longest, performance.now() - started);
  } while (!(await isOver()));
  agent.destroy();
  return longest;
}
