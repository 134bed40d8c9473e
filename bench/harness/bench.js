import { fileURLToPath } from 'node:url';
import { chooseLoad } from './load.js';
import { Processes } from './processes.js';

/**
 * How long and how often is measured, and with how many users.
 * @typedef {typeof full} Settings
 */

/**
 * The tools of a row.
 * @typedef {{ processes: Processes, load: import('./load.js').Load, settings: Settings }} Bench
 */

/**
 * A line of the table: what is measured, the target, and how to compute the figure from what the row measured.
 * @template Measured
 * @typedef {object} Line
 * @property {string} what
 * @property {import('./targets.js').Target} target
 * @property {(measured: Measured) => import('./samples.js').Samples} figure
 */

/**
 * One measurement, and the lines of the table that show it. `measure` throws `NotAvailable` if it cannot be measured yet.
 * @template Measured
 * @typedef {object} Row
 * @property {string} id
 * @property {(bench: Bench) => Promise<Measured>} measure
 * @property {(settings: Settings) => Line<Measured>[]} lines
 */

const full = {
  /** The number of times that the servers are started for a load test. */
  processes: 6,
  /** The rounds of load per start, and the seconds of load for each server in a round. */
  rounds: 3,
  seconds: 1,
  /** Rounds of load before the measured ones. */
  warmUps: 2,
  /** Rounds of measurements that take milliseconds or less. */
  shortRounds: 15,
  /** Processes that are started and timed. */
  starts: 21,
  /** As `starts`, for processes that take seconds to start. */
  slowStarts: 5,
  few: 1_000,
  many: 100_000,
  /** The largest number of users in `growth`. */
  most: 1_000_000,
};

/** For checking that everything works; the figures mean little. */
const quick = {
  processes: 1,
  rounds: 1,
  seconds: 1,
  warmUps: 0,
  shortRounds: 2,
  starts: 3,
  slowStarts: 1,
  few: 1_000,
  many: 10_000,
  most: 100_000,
};

/** @param {{ quick: boolean }} options @returns {Promise<Bench>} */
export async function createBench(options) {
  return { processes: new Processes(), load: await chooseLoad(), settings: options.quick ? quick : full };
}

/** Node's arguments for a program of this folder. @param {string} name @param {readonly unknown[]} args */
export function program(name, ...args) {
  return [fileURLToPath(new URL(`../programs/${name}.js`, import.meta.url)), ...args.map(String)];
}

/**
 * Returns its argument; checks the types of a row.
 * @template Measured
 * @param {Row<Measured>} row
 */
export function defineRow(row) {
  return row;
}
