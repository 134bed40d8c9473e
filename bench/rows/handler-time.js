import { answerTo, ownHeaders } from '../harness/answers.js';
import { defineRow } from '../harness/bench.js';
import { rates } from '../harness/rates.js';
import { brief, briefWork, headers, uncached, user, userWork } from '../harness/requests.js';
import { ratios } from '../harness/samples.js';
import { atLeast, atMost, noTarget } from '../harness/targets.js';
import { briefsMockWith, libraryWith, peer } from '../servers/index.js';

/** The microseconds that the handlers of a bare Hono server spin. */
const SPINS = [0, 5, 10, 20, 30];

/** @typedef {import('../harness/samples.js').Samples} Samples */
/** @typedef {import('../harness/rates.js').Rates} Rates */
/** @typedef {Record<string, Rates>} Measured */

const requests = [
  {
    name: 'user',
    what: '`GET /user-data/v1/user/<id>`',
    limit: 6,
    ...user,
    repeated: userWork,
    work: uncached(userWork),
  },
  {
    name: 'brief',
    what: '`GET /public-api/v1/brief`',
    limit: 15,
    ...brief,
    repeated: briefWork,
    work: uncached(briefWork),
  },
];

/**
 * How long a request is handled when its answer is not cached, by the command line and by `createServer` of the package. Most of the
 * time of a request is the system call that sends the answer, and how long that takes depends on the load. So the time is read off a
 * scale: it is that of a bare Hono route with the same answer whose handler spins until its rate is the same.
 */
export const handlerTime = defineRow({
  id: 'handler-time',

  measure(bench) {
    return rates(bench, () => open(bench));
  },

  lines({ many }) {
    const ofUsers = `${many.toLocaleString('en')} users`;
    const users = `${ofUsers}, not cached`;
    return requests.flatMap(({ name, what, limit }) => [
      {
        what: `${what}, ${users}: time of the handler`,
        target: atMost(limit, 'µs'),
        figure: (/** @type {Measured} */ measured) => spinsLike(measured, name, `${name} cli`),
      },
      {
        what: `${what}, ${users}: time of the handler in \`createServer\``,
        target: atMost(limit, 'µs'),
        figure: (/** @type {Measured} */ measured) => spinsLike(measured, name, `${name} library`),
      },
      {
        what: `${what}, ${users}: time of the handler, by processor time`,
        target: noTarget('µs'),
        figure: (/** @type {Measured} */ measured) => spinsLike(measured, name, `${name} cli`, 'perProcessorSecond'),
      },
      {
        what: `${what}, ${users}: \`createServer\``,
        target: atLeast(0.95, '×', 'the command line'),
        figure: (/** @type {Measured} */ measured) =>
          ratios(rateOf(measured, `${name} library`), rateOf(measured, `${name} cli`)),
      },
      {
        what: `${what}, ${ofUsers}: \`createServer\``,
        target: atLeast(0.95, '×', 'the command line'),
        figure: (/** @type {Measured} */ measured) =>
          ratios(rateOf(measured, `${name} library, repeated`), rateOf(measured, `${name} cli, repeated`)),
      },
    ]);
  },
});

/** The servers, and their requests. @param {import('../harness/bench.js').Bench} bench */
async function open({ processes, settings }) {
  const cli = await briefsMockWith(processes, settings.many);
  const library = await libraryWith(processes, settings.many);
  const stated = [];
  for (const { name, asked } of requests) {
    const answer = await answerTo(cli.url, asked, headers);
    const { status, body } = answer;
    const sent = { method: 'GET', status, headers: ownHeaders(answer), body };
    for (const spin of SPINS) stated.push({ ...sent, path: pathOf(name, spin), spin });
  }
  const hono = await peer(processes, 'hono', stated);
  return Object.fromEntries(
    requests.flatMap(({ name, repeated, work }) => [
      [`${name} cli`, { ...cli, work }],
      [`${name} library`, { ...library, work }],
      [`${name} cli, repeated`, { ...cli, work: repeated }],
      [`${name} library, repeated`, { ...library, work: repeated }],
      ...SPINS.map((spin) => {
        const sequences = [[{ method: 'GET', path: pathOf(name, spin) }]];
        return [pathOf(name, spin), { ...hono, work: { headers, sequences } }];
      }),
    ]),
  );
}

/** @param {string} name @param {number} spin */
function pathOf(name, spin) {
  return `/${name}/${spin}`;
}

/** @param {Measured} measured @param {string} key @param {keyof Rates} by @returns {Samples} */
function rateOf(measured, key, by = 'perSecond') {
  return /** @type {Rates} */ (measured[key])[by];
}

/** The microseconds that a bare handler spins at the rate of a server, in each round. @param {Measured} measured @param {string} name @param {string} key @param {keyof Rates} by */
function spinsLike(measured, name, key, by = 'perSecond') {
  return rateOf(measured, key, by).map((rate, round) => {
    const scale = SPINS.map((spin) => ({ spin, time: 1 / Number(rateOf(measured, pathOf(name, spin), by)[round]) }));
    const after = scale.findIndex(({ time }) => time >= 1 / rate);
    // Beyond the ends of the scale, the line through its last two points.
    const index = after === -1 ? scale.length - 1 : Math.max(1, after);
    const [low, high] = /** @type {typeof scale & [typeof scale[0], typeof scale[0]]} */ (
      scale.slice(index - 1, index + 1)
    );
    return low.spin + ((1 / rate - low.time) * (high.spin - low.spin)) / (high.time - low.time);
  });
}
