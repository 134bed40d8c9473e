import { defineRow } from '../harness/bench.js';
import { besideLines, rates } from '../harness/rates.js';
import { headers, uncached, user, userWork } from '../harness/requests.js';
import { atLeast, noTarget } from '../harness/targets.js';
import { briefsMockWith, sameBytes } from '../servers/index.js';

const FEW = 100;

/** `GET /user-data/v1/user/<id>`: one record of a table. */
export const userById = defineRow({
  id: 'user-by-id',

  measure(bench) {
    return rates(bench, () => open(bench));
  },

  lines({ many }) {
    const what = `\`GET /user-data/v1/user/<id>\`, ${many.toLocaleString('en')} users`;
    return [
      ...besideLines({
        what,
        target: atLeast(0.85, '×', 'Hono serving the same bytes'),
        ours: (measured) => measured.many,
        theirs: (measured) => measured.hono,
      }),
      ...besideLines({
        what,
        target: atLeast(0.95, '×', `its own rate with ${FEW} users`),
        ours: (measured) => measured.many,
        theirs: (measured) => measured.few,
      }),
      ...besideLines({
        what: `${what}, not cached`,
        target: atLeast(0.75, '×', 'Hono serving the same bytes'),
        ours: (measured) => measured.manyUncached,
        theirs: (measured) => measured.hono,
      }),
      ...besideLines({
        what: `${what}, not cached`,
        target: atLeast(0.95, '×', `its own rate with ${FEW} users`),
        ours: (measured) => measured.manyUncached,
        theirs: (measured) => measured.fewUncached,
      }),
      { what, target: noTarget('requests per second'), figure: (measured) => measured.many.perSecond },
    ];
  },
});

/** The servers, and their requests. @param {import('../harness/bench.js').Bench} bench */
async function open({ processes, settings }) {
  const few = await briefsMockWith(processes, FEW);
  const many = await briefsMockWith(processes, settings.many);
  const hono = await sameBytes(processes, 'hono', many.url, [user], headers);
  return {
    few: { ...few, work: userWork },
    many: { ...many, work: userWork },
    fewUncached: { ...few, work: uncached(userWork) },
    manyUncached: { ...many, work: uncached(userWork) },
    hono: { ...hono, work: userWork },
  };
}
