import { interleave, ratios } from './samples.js';
import { noTarget } from './targets.js';

/**
 * The rate of a server: requests per second, and requests per second of its processor time, which other work on the machine
 * affects less.
 * @typedef {{ perSecond: Samples, perProcessorSecond: Samples }} Rates
 */

/** @typedef {import('./samples.js').Samples} Samples */
/** @typedef {import('./targets.js').Target} Target */

/**
 * A server to measure, and its requests.
 * @typedef {{ url: string, running: import('./processes.js').Running, work: import('./load.js').Work }} Server
 */

/**
 * The servers to measure. Those of a list get their requests at the same time, and are measured together.
 * @template {string} Name
 * @typedef {Record<Name, Server | readonly Server[]>} Servers
 */

/**
 * The rates of the servers that `open` starts. It is called several times, because two processes of the same program in the
 * same state can differ in speed.
 * @template {string} Name
 * @param {import('./bench.js').Bench} bench
 * @param {() => Promise<Servers<Name>>} open
 * @returns {Promise<Record<Name, Rates>>}
 */
export async function rates(bench, open) {
  let measured = await ratesOf(bench, await open());
  for (let processes = 1; processes < bench.settings.processes; processes++) {
    await bench.processes.stopAll();
    const further = await ratesOf(bench, await open());
    measured = perName(namesOf(further), (name) => ({
      perSecond: [...measured[name].perSecond, ...further[name].perSecond],
      perProcessorSecond: [...measured[name].perProcessorSecond, ...further[name].perProcessorSecond],
    }));
  }
  return measured;
}

/**
 * The rates of running servers, measured in turns after a warm-up.
 * @template {string} Name
 * @param {import('./bench.js').Bench} bench @param {Servers<Name>} servers
 * @returns {Promise<Record<Name, Rates>>}
 */
export async function ratesOf({ load, settings }, servers) {
  const measure = async (/** @type {Name} */ name) => {
    const group = [servers[name]].flat();
    const processorSeconds = async () =>
      total(await Promise.all(group.map(({ running }) => running.call('processorSeconds'))));
    const before = await processorSeconds();
    const answered = await Promise.all(group.map(({ url, work }) => load.run(url, work, settings.seconds)));
    const busy = (await processorSeconds()) - before;
    const requests = total(answered.map(({ requests }) => requests));
    const seconds = Math.max(...answered.map(({ seconds }) => seconds));
    return { perSecond: requests / seconds, perProcessorSecond: requests / busy };
  };
  const names = namesOf(servers);
  // Collects the garbage of the start before anything is timed.
  for (const { running } of names.flatMap((name) => servers[name])) await running.call('resident');
  const measures = perName(names, (name) => () => measure(name));
  await interleave(settings.warmUps, measures);
  const measured = await interleave(settings.rounds, measures);
  return perName(names, (name) => ({
    perSecond: measured[name].map(({ perSecond }) => perSecond),
    perProcessorSecond: measured[name].map(({ perProcessorSecond }) => perProcessorSecond),
  }));
}

/**
 * The lines that compare two servers: the ratio of their rates, and the same by processor time, without a target.
 * @template Measured
 * @param {{ what: string, target: Target, ours: (measured: Measured) => Rates, theirs: (measured: Measured) => Rates }} comparison
 * @returns {import('./bench.js').Line<Measured>[]}
 */
export function besideLines({ what, target, ours, theirs }) {
  const ratio = (/** @type {keyof Rates} */ key) => (/** @type {Measured} */ measured) =>
    ratios(ours(measured)[key], theirs(measured)[key]);
  return [
    { what, target, figure: ratio('perSecond') },
    {
      what: `${what}, by processor time`,
      target: noTarget(target.unit, target.of),
      figure: ratio('perProcessorSecond'),
    },
  ];
}

/** @param {readonly number[]} numbers */
function total(numbers) {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** @template {string} Name @param {Record<Name, unknown>} record */
function namesOf(record) {
  return /** @type {Name[]} */ (Object.keys(record));
}

/** @template {string} Name, Value @param {readonly Name[]} names @param {(name: Name) => Value} of */
function perName(names, of) {
  return /** @type {Record<Name, Value>} */ (Object.fromEntries(names.map((name) => [name, of(name)])));
}
