import { freemem } from 'node:os';
import { ratesOf } from './harness/rates.js';
import { bookmarkWork, briefWork, uncached, userWork } from './harness/requests.js';
import { ratios } from './harness/samples.js';
import { figureOf } from './harness/targets.js';
import { briefsMockWith } from './servers/index.js';

/**
 * @typedef {import('./harness/bench.js').Bench} Bench
 * @typedef {import('./harness/rates.js').Rates} Rates
 * @typedef {import('./harness/samples.js').Samples} Samples
 */

const requests = [
  { what: '`GET /public-api/v1/brief` (target: at least 0.8)', work: uncached(briefWork) },
  { what: '`GET /user-data/v1/user/<id>`', work: uncached(userWork) },
  { what: '`POST` + `DELETE /public-api/v1/bookmark/…`', work: bookmarkWork },
];

const SMALLEST = 100;
/** Enough memory for a million users with two entitlements each. */
const ROOM_FOR_MILLION = 8e9;

/** What docs/how-to/operating.md recommends for large states: Node collects garbage less often. */
const RECOMMENDED = '--max-semi-space-size=64';

/** How the rate of each request changes when the state grows but the answer, which is not cached, stays the same. */
export const growth = {
  id: 'growth',

  /** @param {Bench} bench */
  async measure(bench) {
    const { processes, settings } = bench;
    const most = freemem() < ROOM_FOR_MILLION ? Math.min(settings.most, 100_000) : settings.most;
    const sizes = [...new Set([SMALLEST, 10_000, most])];
    const columns = [
      ...sizes.map((users) => ({ users, flags: /** @type {string[]} */ ([]) })),
      { users: most, flags: [RECOMMENDED] },
    ];
    const servers = [];
    for (const { users, flags } of columns) {
      servers.push(await briefsMockWith(processes, users, ['--max-old-space-size=6144', ...flags]));
    }
    const megabytes = [];
    for (const { running } of servers) megabytes.push(/** @type {number} */ (await running.call('resident')));
    const measured = [];
    for (const { what, work } of requests) {
      const beside = await ratesOf(bench, Object.fromEntries(servers.map((server, i) => [i, { ...server, work }])));
      measured.push({ what, rates: Object.values(beside) });
    }
    return { columns, megabytes, measured };
  },

  /**
   * The figures as rows of a table; the first row is the header.
   * @param {{ columns: { users: number, flags: string[] }[], megabytes: number[], measured: { what: string, rates: Rates[] }[] }} outcome
   */
  table({ columns, megabytes, measured }) {
    const head = ['request', ...columns.map(titleOf)];
    const body = measured.flatMap(({ what, rates }) => [
      [what, ...relative(rates.map(({ perSecond }) => perSecond))],
      [`${what}, by processor time`, ...relative(rates.map(({ perProcessorSecond }) => perProcessorSecond))],
    ]);
    const memory = ['memory of the server', ...megabytes.map((value) => `${figureOf([value])} MB`)];
    return [head, ...body, memory];
  },
};

/** @param {{ users: number, flags: string[] }} column */
function titleOf({ users, flags }) {
  return [`${users.toLocaleString('en')} users`, ...flags.map((flag) => `\`${flag}\``)].join(', ');
}

/** Each value relative to the first. @param {Samples[]} bySize */
function relative([smallest = [], ...larger]) {
  return ['1', ...larger.map((samples) => figureOf(ratios(samples, smallest)))];
}
