import { answerTo } from '../harness/answers.js';
import { defineRow } from '../harness/bench.js';
import { besideLines, rates } from '../harness/rates.js';
import { bookmarkPair, bookmarkWork, headers } from '../harness/requests.js';
import { atLeast, noTarget } from '../harness/targets.js';
import { briefsMockWith, sameBytes } from '../servers/index.js';

/** Creates and removes a bookmark: two writes with an answer each. */
export const bookmark = defineRow({
  id: 'bookmark-pair',

  measure(bench) {
    return rates(bench, () => open(bench));
  },

  lines({ many }) {
    const what = `\`POST\` + \`DELETE /public-api/v1/bookmark/…\`, ${many.toLocaleString('en')} users`;
    return [
      ...besideLines({
        what,
        target: atLeast(0.55, '×', 'a bare Hono POST that echoes'),
        ours: ({ ours }) => ours,
        theirs: ({ echo }) => echo,
      }),
      ...besideLines({
        what,
        target: noTarget('×', 'Hono serving the same bytes'),
        ours: ({ ours }) => ours,
        theirs: ({ same }) => same,
      }),
      { what, target: noTarget('requests per second'), figure: ({ ours }) => ours.perSecond },
    ];
  },
});

/** The servers, and their requests. @param {import('../harness/bench.js').Bench} bench */
async function open({ processes, settings }) {
  const ours = await briefsMockWith(processes, settings.many);
  const [post] = bookmarkPair;
  if (post === undefined) throw new Error('there is no article to bookmark');
  const made = await answerTo(ours.url, post.asked, headers);
  await answerTo(ours.url, { ...post.asked, method: 'DELETE' }, headers);
  const hono = await sameBytes(processes, 'hono', ours.url, bookmarkPair, headers);
  // The echo gets the mock's answer as its body, so that both answers have the same size.
  const echo = { method: 'POST', path: '/echo', body: made.body };
  const echoWork = { headers: { 'content-type': 'application/json' }, sequences: [[echo]] };
  return {
    ours: { ...ours, work: bookmarkWork },
    echo: { ...hono, work: echoWork },
    same: { ...hono, work: bookmarkWork },
  };
}
