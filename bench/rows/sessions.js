import { Agent } from 'node:http';
import { answerTo } from '../harness/answers.js';
import { defineRow } from '../harness/bench.js';
import { atMost, NotAvailable } from '../harness/targets.js';
import { briefsMock } from '../servers/index.js';

/** @typedef {import('../harness/processes.js').Processes} Processes */

const SESSIONS = 1_000;
const WRITES = 20;
const CONNECTIONS = 16;
const path = '/user-data/v1/application';

/** The memory of many sessions, each with its own writes. */
export const sessions = defineRow({
  id: 'sessions',

  async measure({ processes, settings }) {
    const megabytes = [];
    for (let i = 0; i < settings.slowStarts; i++) megabytes.push(await megabytesOfSessions(processes));
    return megabytes;
  },

  lines: () => [
    {
      what: `${SESSIONS.toLocaleString('en')} sessions of newsroom, each with ${WRITES} writes: memory on top of the idle server`,
      target: atMost(150, 'MB'),
      figure: (megabytes) => megabytes,
    },
  ],
});

/** The memory that a server uses for its sessions. @param {Processes} processes @returns {Promise<number>} */
async function megabytesOfSessions(processes) {
  const { running, url } = await briefsMock(processes, []);
  if (!(await isolates(url))) throw new NotAvailable('the server has no sessions yet');
  const idle = await running.call('resident');
  const names = Array.from({ length: SESSIONS }, (_, i) => `bench-${i}`);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const inTurn = names.values();
  // The writers share one iterator, so each name goes to one of them.
  const worker = async () => {
    for (const name of inTurn) await fill(url, name, agent);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
  const busy = await running.call('resident');

  const kept = await Promise.all([names[0], names.at(-1)].map((name = '') => applicationsIn(url, name)));
  if (kept.some((names) => !names.includes(nameOf(WRITES - 1))))
    throw new Error('the server ended some of the sessions');
  await running.stop();
  return busy - idle;
}

/** Checks that a write in one session is not visible in others. @param {string} url */
async function isolates(url) {
  await write(url, 'bench-probe', 'Probe');
  return !(await applicationsIn(url)).includes('Probe');
}

/** @param {string} url @param {string} session @param {Agent} agent */
async function fill(url, session, agent) {
  for (let i = 0; i < WRITES; i++) await write(url, session, nameOf(i), agent);
}

/** @param {string} url @param {string} session @param {string} name @param {Agent} [agent] */
async function write(url, session, name, agent) {
  const asked = { method: 'POST', path, body: JSON.stringify([{ name }]) };
  const headers = { 'content-type': 'application/json', 'x-mock-session': session };
  const { status, body } = await answerTo(url, asked, headers, agent);
  if (status !== 200) throw new Error(`session ${session} answered ${status} to a write: ${body}`);
}

/** The names of the applications in a session, or in the default session. @param {string} url @param {string} [session] */
async function applicationsIn(url, session) {
  const { body } = await answerTo(
    url,
    { method: 'GET', path },
    session === undefined ? {} : { 'x-mock-session': session },
  );
  return /** @type {string[]} */ (JSON.parse(body).data.map((/** @type {{ name: string }} */ { name }) => name));
}

/** @param {number} i */
function nameOf(i) {
  return `Application ${i}`;
}
