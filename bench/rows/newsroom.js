import { defineRow, program } from '../harness/bench.js';
import { interleave } from '../harness/samples.js';
import { atMost, noTarget } from '../harness/targets.js';

/** @typedef {{ loading: number, elapsed: number, processor: number }} Run */

/** The default scenario, for the first time in a process: created, and loaded from the package. */
export const newsroom = defineRow({
  id: 'newsroom',

  measure({ processes, settings }) {
    const run = (/** @type {number} */ seed) =>
      /** @type {Promise<Run>} */ (processes.result(program('newsroom', seed)));
    // The package contains the state for seed 1.
    return interleave(settings.starts, { created: () => run(2), prepared: () => run(1) });
  },

  lines: () => [
    {
      what: 'Creating the newsroom scenario in a new process',
      target: atMost(60, 'ms'),
      figure: ({ created }) => created.map(({ elapsed }) => elapsed),
    },
    {
      what: 'Creating the newsroom scenario in a new process, by processor time',
      target: noTarget('ms'),
      figure: ({ created }) => created.map(({ processor }) => processor),
    },
    {
      what: 'The newsroom scenario with the default seed, which the package contains, by processor time',
      target: noTarget('ms'),
      figure: ({ prepared }) => prepared.map(({ processor }) => processor),
    },
    {
      what: 'The same, including the import of `briefs-mock` and `briefs-mock/seeds`',
      target: noTarget('ms'),
      figure: ({ prepared }) => prepared.map(({ loading, elapsed }) => loading + elapsed),
    },
  ],
});
