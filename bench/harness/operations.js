import { program } from './bench.js';
import { interleave, ratios } from './samples.js';
import { atMost, noTarget } from './targets.js';

/** @typedef {Record<string, import('./samples.js').Samples>} Measured */

/**
 * An operation whose time should not depend on the size of the state: its limit in microseconds, and how much longer it may take with
 * many users than with few, if that is limited too.
 * @typedef {{ what: string, limit: number, ratio?: number }} Operation
 */

/** Two processes with the same number of users differ by up to this much. */
export const SAME = 1.1;

/**
 * A row that times operations, with few and with many users, in the program of the same name.
 * @param {string} id @param {Record<string, Operation>} operations
 * @returns {import('./bench.js').Row<Measured>}
 */
export function operationsRow(id, operations) {
  return {
    id,

    async measure({ processes, settings }) {
      const few = processes.start(program(id, settings.few));
      const many = processes.start(program(id, settings.many));
      /** @type {Record<string, () => Promise<number>>} */
      const measures = {};
      for (const operation of Object.keys(operations)) {
        measures[fewOf(operation)] = () => few.call(operation);
        measures[manyOf(operation)] = () => many.call(operation);
      }
      return interleave(settings.shortRounds, measures);
    },

    lines({ few, many }) {
      return Object.entries(operations).flatMap(([operation, { what: did, limit, ratio }]) => {
        const ofFewUsers = `the same with ${few.toLocaleString('en')} users`;
        const what = `${did}, ${many.toLocaleString('en')} users`;
        const ofFew = (/** @type {Measured} */ measured) => measured[fewOf(operation)] ?? [];
        const ofMany = (/** @type {Measured} */ measured) => measured[manyOf(operation)] ?? [];
        return [
          { what, target: atMost(limit, 'µs'), figure: ofMany },
          {
            what,
            target: ratio === undefined ? noTarget('×', ofFewUsers) : atMost(ratio, '×', ofFewUsers),
            figure: (measured) => ratios(ofMany(measured), ofFew(measured)),
          },
        ];
      });
    },
  };
}

/** @param {string} operation */
function fewOf(operation) {
  return `${operation}, few`;
}

/** @param {string} operation */
function manyOf(operation) {
  return `${operation}, many`;
}
