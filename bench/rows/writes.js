import { defineRow, program } from '../harness/bench.js';
import { interleave, ratios } from '../harness/samples.js';
import { noTarget } from '../harness/targets.js';

/** What the history costs a write, and that a mock without one does not pay for it. */
export const writes = defineRow({
  id: 'writes',

  async measure({ processes, settings }) {
    const on = processes.start(program('writes', 'on'));
    const off = processes.start(program('writes', 'off'));
    const pairs = { on: () => on.call('pair'), off: () => off.call('pair') };
    await interleave(settings.warmUps, pairs);
    return interleave(settings.shortRounds, pairs);
  },

  lines() {
    const what = '`POST` + `DELETE` of a bookmark in the process, by processor time';
    return [
      {
        what: `${what}, \`history: false\``,
        target: noTarget('×', 'with history'),
        figure: ({ on, off }) => ratios(off, on),
      },
      { what: `${what}, \`history: false\``, target: noTarget('µs'), figure: ({ off }) => off },
    ];
  },
});
