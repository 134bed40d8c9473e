import { defineRow, program } from '../harness/bench.js';
import { atMost, noTarget } from '../harness/targets.js';

/** The default scenario, built for the first time in a process. */
export const newsroom = defineRow({
  id: 'newsroom',

  async measure({ processes, settings }) {
    const runs = [];
    for (let i = 0; i < settings.starts; i++) runs.push(await processes.result(program('newsroom')));
    return /** @type {{ loading: number, elapsed: number, processor: number }[]} */ (runs);
  },

  lines: () => [
    {
      what: 'Creating the newsroom scenario in a new process',
      target: atMost(60, 'ms'),
      figure: (runs) => runs.map(({ elapsed }) => elapsed),
    },
    {
      what: 'Creating the newsroom scenario in a new process, by processor time',
      target: noTarget('ms'),
      figure: (runs) => runs.map(({ processor }) => processor),
    },
    {
      what: 'Creating the newsroom scenario in a new process, including the import of `briefs-mock` and `briefs-mock/seeds`',
      target: noTarget('ms'),
      figure: (runs) => runs.map(({ loading, elapsed }) => loading + elapsed),
    },
  ],
});
