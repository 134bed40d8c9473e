import { defineRow, program } from '../harness/bench.js';
import { atMost } from '../harness/targets.js';

const REQUESTS = 10_000;

/** How long a replay takes in a new process. */
export const replay = defineRow({
  id: 'replay',

  async measure({ processes, settings }) {
    const runs = [];
    for (let i = 0; i < settings.slowStarts; i++) {
      const run = await processes.result(program('replay', REQUESTS));
      if (run.replayed !== REQUESTS) throw new Error(`the trace has only ${run.replayed} of ${REQUESTS} requests`);
      runs.push(run);
    }
    return /** @type {{ elapsed: number }[]} */ (runs);
  },

  lines: () => [
    {
      what: `Replaying a trace of ${REQUESTS.toLocaleString('en')} requests, half of them writes`,
      target: atMost(2, 's'),
      figure: (runs) => runs.map(({ elapsed }) => elapsed / 1000),
    },
  ],
});
