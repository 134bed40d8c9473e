import { answerTo } from '../harness/answers.js';
import { defineRow } from '../harness/bench.js';
import { besideLines, rates } from '../harness/rates.js';
import { brief, briefWork, headers, uncached } from '../harness/requests.js';
import { atLeast, noTarget } from '../harness/targets.js';
import { briefsMockWith, peer, sameBytes } from '../servers/index.js';

/** `GET /public-api/v1/brief`: looks up the token and the entitlements of its user, and answers a list. */
export const briefList = defineRow({
  id: 'brief-list',

  measure(bench) {
    return rates(bench, () => open(bench));
  },

  lines(settings) {
    const what = (/** @type {number} */ users) => `\`GET /public-api/v1/brief\`, ${users.toLocaleString('en')} users`;
    return [
      ...besideLines({
        what: what(settings.few),
        target: atLeast(0.85, '×', 'Hono serving the same bytes'),
        ours: ({ few }) => few,
        theirs: ({ hono }) => hono,
      }),
      ...besideLines({
        what: what(settings.many),
        target: atLeast(0.85, '×', 'Hono serving the same bytes'),
        ours: ({ many }) => many,
        theirs: ({ hono }) => hono,
      }),
      ...besideLines({
        what: `${what(settings.many)}, not cached`,
        target: atLeast(0.65, '×', 'Hono serving the same bytes'),
        ours: ({ uncached }) => uncached,
        theirs: ({ hono }) => hono,
      }),
      ...besideLines({
        what: what(settings.many),
        target: atLeast(3, '×', 'json-server 1.0 beta'),
        ours: ({ many }) => many,
        theirs: ({ jsonServer }) => jsonServer,
      }),
      ...besideLines({
        what: `${what(settings.many)}, not cached`,
        target: atLeast(3, '×', 'json-server 1.0 beta'),
        ours: ({ uncached }) => uncached,
        theirs: ({ jsonServer }) => jsonServer,
      }),
      ...besideLines({
        what: what(settings.many),
        target: noTarget('×', '@mswjs/data behind @mswjs/http-middleware'),
        ours: ({ many }) => many,
        theirs: ({ mswjsData }) => mswjsData,
      }),
      ...besideLines({
        what: what(settings.many),
        target: noTarget('×', 'node:http serving the same bytes'),
        ours: ({ many }) => many,
        theirs: ({ nodeHttp }) => nodeHttp,
      }),
      {
        what: what(settings.many),
        target: noTarget('requests per second'),
        figure: ({ many }) => many.perSecond,
      },
    ];
  },
});

/** The servers, and their requests. @param {import('../harness/bench.js').Bench} bench */
async function open({ processes, settings }) {
  const few = await briefsMockWith(processes, settings.few);
  const many = await briefsMockWith(processes, settings.many);
  const hono = await sameBytes(processes, 'hono', many.url, [brief], headers);
  const nodeHttp = await sameBytes(processes, 'node-http', many.url, [brief], headers);
  const { data } = JSON.parse((await answerTo(many.url, brief.asked, headers)).body);
  const jsonServer = await peer(processes, 'json-server', data);
  const mswjsData = await peer(processes, 'mswjs-data', data);
  const listAt = (/** @type {string} */ path) => ({ headers, sequences: [[{ method: 'GET', path }]] });
  return {
    few: { ...few, work: briefWork },
    many: { ...many, work: briefWork },
    uncached: { ...many, work: uncached(briefWork) },
    hono: { ...hono, work: briefWork },
    nodeHttp: { ...nodeHttp, work: briefWork },
    jsonServer: { ...jsonServer, work: listAt('/brief') },
    mswjsData: { ...mswjsData, work: listAt('/briefs') },
  };
}
