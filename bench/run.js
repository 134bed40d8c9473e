// Runs the benchmarks of bench/results.md. `npm run bench -- --help` lists the options.
import { parseArgs } from 'node:util';
import { growth } from './growth.js';
import { createBench } from './harness/bench.js';
import { findingsTable, machine, markdown, writeDocument } from './harness/report.js';
import { NotAvailable } from './harness/targets.js';
import { rows } from './rows.js';

const ids = [...rows, growth].map(({ id }) => id);
const HELP = `npm run bench -- [--quick] [--only <row>]…

  --quick       run everything once and briefly, to check that it works; the figures mean little
  --only <row>  run one row only; repeatable

Without options, the run writes its tables to bench/results.md.

Rows: ${ids.join(', ')}`;

const { quick, only, help } = options();
if (help) {
  console.log(HELP);
  process.exit();
}

const started = performance.now();
const host = machine();
const bench = await createBench({ quick });
const findings = [];
for (const row of rows.filter(isWanted)) findings.push(...(await findingsOf(row)));
const grown = isWanted(growth) ? await attempt(growth.id, () => growth.measure(bench)) : undefined;

const parts = [
  `Measured ${today()} in ${secondsSince(started)} s${quick ? ' (quick run)' : ''}, on ${host}. Load by ${bench.load.name}.`,
];
if (findings.length > 0) parts.push(markdown(findingsTable(findings)));
if (grown instanceof Error) parts.push(`The rate by number of users was not measured: ${grown.message}`);
else if (grown !== undefined)
  parts.push(
    'The rate by number of users, relative to the smallest number (reads not cached).',
    markdown(growth.table(grown)),
  );
const report = parts.join('\n\n');
console.log(`\n${report}`);
if (!quick && only.length === 0) writeDocument(report);

const failures = [...findings.map(({ figure }) => figure), grown].filter((outcome) => outcome instanceof Error);
process.exitCode = failures.every((failure) => failure instanceof NotAvailable) ? 0 : 1;

function options() {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const unknown = values.only.filter((id) => !ids.includes(id));
    if (unknown.length > 0) throw new Error(`There is no row ${unknown.join(', ')}; the rows are ${ids.join(', ')}`);
    return values;
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exit(2);
  }
}

/** @param {{ id: string }} row */
function isWanted({ id }) {
  return only.length === 0 || only.includes(id);
}

/**
 * The lines of a row, with their figures or the error.
 * @template Measured @param {import('./harness/bench.js').Row<Measured>} row
 */
async function findingsOf({ id, measure, lines }) {
  const measured = await attempt(id, () => measure(bench));
  return lines(bench.settings).map(({ what, target, figure }) => {
    return { what, target, figure: measured instanceof Error ? measured : figure(measured) };
  });
}

/**
 * Runs a measurement, and ends all processes afterwards.
 * @template Result @param {string} id @param {() => Promise<Result>} measure @returns {Promise<Result | Error>}
 */
async function attempt(id, measure) {
  const begun = performance.now();
  try {
    return await measure();
  } catch (error) {
    if (!(error instanceof NotAvailable)) console.error(error);
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await bench.processes.stopAll();
    console.error(`${id}: ${secondsSince(begun)} s`);
  }
}

/** @param {number} moment */
function secondsSince(moment) {
  return Math.round((performance.now() - moment) / 1000);
}

function today() {
  return new Date().toISOString().slice(0, 10);
}
