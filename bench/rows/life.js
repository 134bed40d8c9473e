import { Agent } from 'node:http';
import { answerTo } from '../harness/answers.js';
import { defineRow, program } from '../harness/bench.js';
import { atMost, noTarget } from '../harness/targets.js';
import { briefsMock } from '../servers/index.js';

/** @typedef {import('../harness/processes.js').Processes} Processes */

const WEEKS = 7;
const VISITORS = 1_000;
const CONNECTIONS = 16;

/** The actors of newsroom: a week of them, and a day of them in the session of each of many visitors. */
export const life = defineRow({
  id: 'life',

  async measure({ processes, settings }) {
    /** @type {number[][]} */
    const weeks = [];
    const visitors = [];
    for (let i = 0; i < settings.slowStarts; i++) {
      weeks.push(await processes.result(program('life', WEEKS)));
      visitors.push(await dayOfVisitors(processes));
    }
    return { weeks, visitors };
  },

  lines: () => {
    const visitors = `${VISITORS.toLocaleString('en')} sessions with \`--life calm\`, each advanced by a day`;
    return [
      {
        what: "A week of `life: 'busy'` in a new process, by processor time",
        target: atMost(1, 's'),
        figure: ({ weeks }) => weeks.map(([first = 0]) => first / 1000),
      },
      {
        what: `The median of ${WEEKS} such weeks in one process, by processor time`,
        target: atMost(1, 's'),
        figure: ({ weeks }) => weeks.map((times) => (times.toSorted((a, b) => a - b)[WEEKS >> 1] ?? 0) / 1000),
      },
      {
        what: `${visitors}: memory on top of the idle server`,
        target: noTarget('MB'),
        figure: ({ visitors }) => visitors.map(({ megabytes }) => megabytes),
      },
      {
        what: `${visitors}: processor time of the server for each`,
        target: noTarget('ms'),
        figure: ({ visitors }) => visitors.map(({ milliseconds }) => milliseconds),
      },
    ];
  },
});

/** What a server needs for a day in the session of each visitor. @param {Processes} processes */
async function dayOfVisitors(processes) {
  const { running, url } = await briefsMock(processes, ['--life', 'calm', '--max-sessions', String(VISITORS)]);
  const [idle, before] = [await running.call('resident'), await running.call('processorSeconds')];
  const names = Array.from({ length: VISITORS }, (_, i) => `visitor-${i}`);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const inTurn = names.values();
  // The workers share one iterator, so each visitor goes to one of them.
  const worker = async () => {
    for (const name of inTurn) await advance(url, name, agent);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const milliseconds = (((await running.call('processorSeconds')) - before) * 1000) / VISITORS;
  const megabytes = (await running.call('resident')) - idle;
  for (const name of [names[0], names.at(-1)]) await expectActs(url, name, agent);
  agent.destroy();
  await running.stop();
  return { megabytes, milliseconds };
}

/** @param {string} url @param {string} session @param {Agent} agent */
async function advance(url, session, agent) {
  const asked = { method: 'PUT', path: '/__mock/clock', body: JSON.stringify({ advance_seconds: 86_400 }) };
  const headers = { 'content-type': 'application/json', 'x-mock-session': session };
  const { status, body } = await answerTo(url, asked, headers, agent);
  if (status !== 200) throw new Error(`session ${session} answered ${status} to an advance: ${body}`);
}

/** @param {string} url @param {string} [session] @param {Agent} [agent] */
async function expectActs(url, session = '', agent = undefined) {
  const asked = { method: 'GET', path: '/__mock/requests' };
  const { body } = await answerTo(url, asked, { 'x-mock-session': session }, agent);
  if (!body.includes('"actor":"readers"')) throw new Error(`nobody has acted in session ${session}`);
}
