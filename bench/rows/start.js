import { setTimeout as pause } from 'node:timers/promises';
import { answerTo, ownHeaders } from '../harness/answers.js';
import { defineRow } from '../harness/bench.js';
import { interleave, ratios } from '../harness/samples.js';
import { atMost, noTarget } from '../harness/targets.js';
import { freePort } from '../servers/free-port.js';
import { briefsMock, cli, peerArgs } from '../servers/index.js';

/** @typedef {import('../harness/processes.js').Processes} Processes */

const asked = { method: 'GET', path: '/public-api/v1/brief' };
const headers = { authorization: 'Bearer alice-token' };

/** The time from the command to the first answer. */
export const start = defineRow({
  id: 'start',

  async measure({ processes, settings }) {
    const ours = await briefsMock(processes, []);
    const answer = await answerTo(ours.url, asked, headers);
    await ours.running.stop();
    const stated = { ...asked, status: answer.status, headers: ownHeaders(answer), body: answer.body };
    return interleave(settings.starts, {
      ours: () => timeToAnswer(processes, (port) => [cli, '--port', `${port}`]),
      hono: () => timeToAnswer(processes, (port) => [...peerArgs('hono', [stated]), `${port}`]),
    });
  },

  lines: () => [
    {
      what: '`node dist/cli.js` to its first response',
      target: atMost(2, '×', "a bare Hono server's start"),
      figure: ({ ours, hono }) => ratios(ours, hono),
    },
    { what: '`node dist/cli.js` to its first response', target: noTarget('ms'), figure: ({ ours }) => ours },
  ],
});

/**
 * Starts a server and returns the milliseconds until its first answer.
 * @param {Processes} processes @param {(port: number) => string[]} args
 */
async function timeToAnswer(processes, args) {
  const port = await freePort();
  const started = performance.now();
  const running = processes.startAlone(args(port));
  const answer = await running.withinLimit(firstAnswer(`http://127.0.0.1:${port}`, running.ended));
  const milliseconds = performance.now() - started;
  await running.stop();
  if (answer.status !== 200) throw running.failure(`answered ${answer.status}`);
  return milliseconds;
}

/** @param {string} url @param {Promise<unknown>} ended */
async function firstAnswer(url, ended) {
  let over = false;
  ended.then(() => {
    over = true;
  });
  for (;;) {
    try {
      return await answerTo(url, asked, headers);
    } catch (error) {
      if (over || /** @type {NodeJS.ErrnoException} */ (error).code !== 'ECONNREFUSED') throw error;
      await pause(1);
    }
  }
}
