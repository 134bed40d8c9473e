import { defineRow, program } from '../harness/bench.js';
import { noTarget } from '../harness/targets.js';

const FORKS = 1_000;
const WRITES = 20;

/** The memory of sessions without a server. */
export const forks = defineRow({
  id: 'forks',

  async measure({ processes, settings }) {
    const runs = [];
    for (let i = 0; i < settings.slowStarts; i++) {
      const run = await processes.result(['--expose-gc', ...program('forks', FORKS, WRITES)]);
      if (run.kept !== FORKS) throw new Error(`only ${run.kept} of ${FORKS} forks kept their writes`);
      runs.push(run);
    }
    return /** @type {{ megabytes: number }[]} */ (runs);
  },

  lines: () => [
    {
      what: `${FORKS.toLocaleString('en')} forks of newsroom in one process, each with ${WRITES} writes`,
      target: noTarget('MB'),
      figure: (runs) => runs.map(({ megabytes }) => megabytes),
    },
  ],
});
