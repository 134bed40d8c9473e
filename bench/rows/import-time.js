import { defineRow, program } from '../harness/bench.js';
import { ratios } from '../harness/samples.js';
import { atMost, noTarget } from '../harness/targets.js';

/** The import time of every test file that uses the handlers. */
export const importTime = defineRow({
  id: 'import-time',

  async measure({ processes, settings }) {
    const runs = [];
    for (let i = 0; i < settings.starts; i++) runs.push(await processes.result(program('import-time')));
    return /** @type {{ msw: number, handlers: number }[]} */ (runs);
  },

  lines() {
    const what = "`import 'briefs-mock/handlers'` once msw is loaded";
    const handlers = (/** @type {{ handlers: number }[]} */ runs) => runs.map((run) => run.handlers);
    return [
      {
        what,
        target: atMost(0.6, '×', "`import 'msw'`"),
        figure: (runs) =>
          ratios(
            handlers(runs),
            runs.map(({ msw }) => msw),
          ),
      },
      { what, target: noTarget('ms'), figure: handlers },
    ];
  },
});
