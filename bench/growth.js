import { freemem } from 'node:os';
import { ratesOf } from './harness/rates.js';
import { anew, bookmarkWork, briefWork, userWork } from './harness/requests.js';
import { ratios } from './harness/samples.js';
import { figureOf } from './harness/targets.js';
import { briefsMockWith } from './servers/index.js';

/**
 * @typedef {import('./harness/bench.js').Bench} Bench
 * @typedef {import('./harness/rates.js').Rates} Rates
 * @typedef {import('./harness/samples.js').Samples} Samples
 */

const requests = [
  { what: '`GET /public-api/v1/brief` (target: at least 0.8)', work: anew(briefWork) },
  { what: '`GET /user-data/v1/user/<id>`', work: anew(userWork) },
  { what: '`POST` + `DELETE /public-api/v1/bookmark/…`', work: bookmarkWork },
];

const SMALLEST = 100;
/** Enough memory for a million users with two entitlements each. */
const ROOM_FOR_MILLION = 8e9;

/** How the rate of each request changes when the state grows but the answer, which is not cached, stays the same. */
export const growth = {
  id: 'growth',

  /** @param {Bench} bench */
  async measure(bench) {
    const { processes, settings } = bench;
    const most = freemem() < ROOM_FOR_MILLION ? Math.min(settings.most, 100_000) : settings.most;
    const sizes = [...new Set([SMALLEST, 10_000, most])];
    const servers = [];
    for (const size of sizes) servers.push(await briefsMockWith(processes, size, ['--max-old-space-size=6144']));
    const megabytes = [];
    for (const { running } of servers) megabytes.push(/** @type {number} */ (await running.call('resident')));
    const measured = [];
    for (const { what, work } of requests) {
      const bySize = servers.map((server, i) => [sizes[i], { ...server, work }]);
      measured.push({ what, bySize: Object.values(await ratesOf(bench, Object.fromEntries(bySize))) });
    }
    return { sizes, megabytes, measured };
  },

  /**
   * The figures as rows of a table; the first row is the header.
   * @param {{ sizes: number[], megabytes: number[], measured: { what: string, bySize: Rates[] }[] }} outcome
   */
  table({ sizes, megabytes, measured }) {
    const head = ['request', ...sizes.map((size) => `${size.toLocaleString('en')} users`)];
    const body = measured.flatMap(({ what, bySize }) => [
      [what, ...relative(bySize.map(({ perSecond }) => perSecond))],
      [`${what}, by processor time`, ...relative(bySize.map(({ perProcessorSecond }) => perProcessorSecond))],
    ]);
    const memory = ['memory of the server', ...megabytes.map((value) => `${figureOf([value])} MB`)];
    return [head, ...body, memory];
  },
};

/** Each value relative to the first. @param {Samples[]} bySize */
function relative([smallest = [], ...larger]) {
  return ['1', ...larger.map((samples) => figureOf(ratios(samples, smallest)))];
}
