import { defineRow, program } from '../harness/bench.js';
import { atMost, noTarget } from '../harness/targets.js';

/** A large state, created through `mock.data` as users do it. */
export const seeding = defineRow({
  id: 'seeding',

  async measure({ processes, settings: { slowStarts, many } }) {
    const runs = [];
    for (let i = 0; i < slowStarts; i++) {
      const run = await processes.result(['--expose-gc', ...program('seeding', many)]);
      if (run.users !== many || run.entitlements !== 2 * many) throw new Error(`it seeded ${JSON.stringify(run)}`);
      runs.push(run);
    }
    return /** @type {{ elapsed: number, processor: number, resident: number, afterCollection: number }[]} */ (runs);
  },

  lines({ many }) {
    const what = `Seeding ${many.toLocaleString('en')} users with ${(2 * many).toLocaleString('en')} entitlements`;
    return [
      { what, target: atMost(2, 's'), figure: (runs) => runs.map(({ elapsed }) => elapsed / 1000) },
      {
        what: `${what}, by processor time`,
        target: noTarget('s'),
        figure: (runs) => runs.map(({ processor }) => processor / 1000),
      },
      {
        what: `${what}: memory of the process`,
        target: atMost(250, 'MB'),
        figure: (runs) => runs.map(({ resident }) => resident),
      },
      {
        what: `${what}: memory of the process after a garbage collection`,
        target: noTarget('MB'),
        figure: (runs) => runs.map(({ afterCollection }) => afterCollection),
      },
    ];
  },
});
