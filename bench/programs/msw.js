// Times requests that MSW answers in Node. Without an argument the mock answers them; otherwise plain MSW handlers give the
// answers in the first argument (JSON). Each call returns microseconds.

import { createMock } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { newsroom } from 'briefs-mock/seeds';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { Bench } from 'tinybench';
import { answerCalls } from '../harness/answer-calls.js';

const base = 'https://api.example.com';
const paths = { brief: '/public-api/v1/brief', user: '/user-data/v1/user/1' };
const init = { headers: { authorization: 'Bearer alice-token' } };
/** @typedef {{ headers: Record<string, string>, body: string }} Answer */

const [, , who = 'mock'] = process.argv;
const server = setupServer(...(who === 'mock' ? ours() : bare(JSON.parse(who))));
server.listen({ onUnhandledRequest: 'error' });

function ours() {
  return createHandlers(createMock({ scenario: newsroom, baseUrl: base }));
}

/** @param {Record<keyof typeof paths, Answer>} answers */
function bare(answers) {
  return [
    http.get(`${base}${paths.brief}`, () => new Response(answers.brief.body, { headers: answers.brief.headers })),
    http.get(`${base}/user-data/v1/user/:id`, () => new Response(answers.user.body, { headers: answers.user.headers })),
  ];
}

/** @param {string} path @returns {Promise<Answer>} */
async function answer(path) {
  const response = await fetch(base + path, init);
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  return { headers: Object.fromEntries(response.headers), body: await response.text() };
}

/** @param {string} path */
async function microseconds(path) {
  const bench = new Bench({ time: 250, warmupTime: 50 });
  bench.add('request', () => answer(path));
  const [task] = await bench.run();
  const result = task?.result;
  if (result?.state !== 'completed') throw new Error(`the timing did not complete: ${result?.state}`);
  return result.latency.p50 * 1000;
}

answerCalls({
  answers: async () => ({ brief: await answer(paths.brief), user: await answer(paths.user) }),
  brief: () => microseconds(paths.brief),
  user: () => microseconds(paths.user),
});
