// Times pairs of writes in the process, as handlers send them. The argument is the option `history`: `on` or `off`. Each call
// returns microseconds.
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { answerCalls } from '../harness/answer-calls.js';

const PAIRS = 2_000;
const history = process.argv[2] === 'off' ? /** @type {const} */ (false) : undefined;
const mock = createMock({ scenario: newsroom, history });
const [document] = mock.data.brief_document.findMany({ where: { brief_id: { equals: 'brief-front-page' } } });
const path = `/public-api/v1/bookmark/front-page/${document?.gid}`;
const headers = { authorization: 'Bearer alice-token' };

/** @param {string} method */
async function send(method) {
  const { status } = await mock.fetch(path, { method, headers });
  if (status !== 200) throw new Error(`${method} ${path} answered ${status}`);
}

answerCalls({
  async pair() {
    const before = process.cpuUsage();
    for (let i = 0; i < PAIRS; i++) {
      await send('POST');
      await send('DELETE');
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / PAIRS;
  },
});
