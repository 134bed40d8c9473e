import { defineRow, program } from '../harness/bench.js';
import { interleave, ratios } from '../harness/samples.js';
import { atMost } from '../harness/targets.js';

/** The operations that copy or restore the whole state. They should take the same time at any size. */
const operations = ['reset', 'fork', 'snapshot', 'restore'];

export const stateOperations = defineRow({
  id: 'state-operations',

  async measure({ processes, settings }) {
    const few = processes.start(program('state-operations', settings.few));
    const many = processes.start(program('state-operations', settings.many));
    const measures = operations.flatMap((operation) => [
      [`${operation}, few`, () => few.call(operation)],
      [`${operation}, many`, () => many.call(operation)],
    ]);
    /** @type {Record<string, () => Promise<number>>} */
    const byName = Object.fromEntries(measures);
    return interleave(settings.shortRounds, byName);
  },

  lines({ few, many }) {
    /** @typedef {Record<string, readonly number[]>} Measured */
    return operations.flatMap((operation) => {
      const what = `\`mock.${operation}()\` after a write, ${many.toLocaleString('en')} users`;
      const [ofFew, ofMany] = [`${operation}, few`, `${operation}, many`];
      return [
        { what, target: atMost(50, 'µs'), figure: (/** @type {Measured} */ measured) => measured[ofMany] ?? [] },
        {
          what,
          // Two processes with the same number of users differ by up to this much.
          target: atMost(1.1, '×', `the same with ${few.toLocaleString('en')} users`),
          figure: (/** @type {Measured} */ measured) => ratios(measured[ofMany] ?? [], measured[ofFew] ?? []),
        },
      ];
    });
  },
});
