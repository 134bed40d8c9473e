import { defineRow, program } from '../harness/bench.js';
import { interleave, ratios } from '../harness/samples.js';
import { atMost, noTarget } from '../harness/targets.js';

/** The time of a request that MSW answers in the same process. */
export const msw = defineRow({
  id: 'msw',

  async measure({ processes, settings }) {
    const ours = processes.start(program('msw', 'mock'));
    const bare = processes.start(program('msw', JSON.stringify(await ours.call('answers'))));
    return interleave(settings.shortRounds, {
      ourBrief: () => ours.call('brief'),
      bareBrief: () => bare.call('brief'),
      ourUser: () => ours.call('user'),
      bareUser: () => bare.call('user'),
    });
  },

  lines: () => [
    {
      what: '`GET /public-api/v1/brief` through MSW in Node',
      target: atMost(1.3, '×', 'a bare MSW handler returning the same bytes'),
      figure: ({ ourBrief, bareBrief }) => ratios(ourBrief, bareBrief),
    },
    {
      what: '`GET /user-data/v1/user/<id>` through MSW in Node',
      target: atMost(1.3, '×', 'a bare MSW handler returning the same bytes'),
      figure: ({ ourUser, bareUser }) => ratios(ourUser, bareUser),
    },
    {
      what: '`GET /user-data/v1/user/<id>` through MSW in Node',
      target: noTarget('µs'),
      figure: ({ ourUser }) => ourUser,
    },
  ],
});
