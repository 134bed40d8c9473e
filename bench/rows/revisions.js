import { defineRow, program } from '../harness/bench.js';
import { atMost } from '../harness/targets.js';

const REVISIONS = 1_000;

/** The memory of the history. */
export const revisions = defineRow({
  id: 'revisions',

  async measure({ processes, settings }) {
    const runs = [];
    for (let i = 0; i < settings.slowStarts; i++) {
      const run = await processes.result(['--expose-gc', ...program('revisions', REVISIONS)]);
      if (run.revisions !== REVISIONS) throw new Error(`only ${run.revisions} of ${REVISIONS} revisions were made`);
      runs.push(run);
    }
    return /** @type {{ megabytes: number }[]} */ (runs);
  },

  lines: () => [
    {
      what: `${REVISIONS.toLocaleString('en')} revisions of newsroom, each a new bookmark: memory`,
      target: atMost(15, 'MB'),
      figure: (runs) => runs.map(({ megabytes }) => megabytes),
    },
  ],
});
