import { fileURLToPath } from 'node:url';
import { chooseLoad } from './load.js';
import { Processes } from './processes.js';

/**
 * How long and how often things are measured, and with how many users.
 * @typedef {typeof full} Settings
 */

/**
 * What a row measures with.
 * @typedef {{ processes: Processes, load: import('./load.js').Load, settings: Settings }} Bench
 */

/**
 * A line of the table: what is measured, what the figure should reach, and how it follows from what the row measured.
 * @template Measured
 * @typedef {object} Line
 * @property {string} what
 * @property {import('./targets.js').Target} target
 * @property {(measured: Measured) => import('./samples.js').Samples} figure
 */

/**
 * What is measured in one go, and the lines that come of it. `measure` throws `NotAvailable` for what is still to come.
 * @template Measured
 * @typedef {object} Row
 * @property {string} id
 * @property {(bench: Bench) => Promise<Measured>} measure
 * @property {(settings: Settings) => Line<Measured>[]} lines
 */

const full = {
  /** How often servers are started to be put under load. */
  processes: 6,
  /** Rounds of load each time, and the seconds of load that each server gets in a round. */
  rounds: 3,
  seconds: 1,
  /** Rounds of load before those that count. */
  warmUps: 2,
  /** Rounds of what is measured in milliseconds or less. */
  shortRounds: 15,
  /** Processes that are started afresh to be timed. */
  starts: 21,
  /** As `starts`, where one takes seconds. */
  slowStarts: 5,
  few: 1_000,
  many: 100_000,
  /** How many records a cost is followed to. */
  most: 1_000_000,
};

/** To see that everything works: nothing that is measured this way says much. */
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

/** What Node is to run for a program of this bench. @param {string} name @param {readonly unknown[]} args */
export function program(name, ...args) {
  return [fileURLToPath(new URL(`../programs/${name}.js`, import.meta.url)), ...args.map(String)];
}

/**
 * A row, its types checked.
 * @template Measured
 * @param {Row<Measured>} row
 */
export function defineRow(row) {
  return row;
}
