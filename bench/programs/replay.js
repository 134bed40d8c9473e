// Makes requests, reads and writes in turn, and replays their trace; the argument is the number of requests. Prints milliseconds.
import { createMock, replay } from 'briefs-mock';
import { bookmarkWork, briefWork, headers, userWork } from '../harness/requests.js';
import { readers } from '../scenarios/readers.js';

const requests = Number(process.argv[2]);
const scenario = readers(100);
const mock = createMock({ scenario });
const sequences = [bookmarkWork, userWork, briefWork].map((work) => work.sequences);
const turns = Array.from({ length: 90 }, (_, i) => sequences.flatMap((works) => works[i % works.length] ?? [])).flat();
for (let i = 0; i < requests; i++) {
  const { method, path } = /** @type {{ method: string, path: string }} */ (turns[i % turns.length]);
  const { status } = await mock.fetch(path, { method, headers });
  if (status !== 200) throw new Error(`${method} ${path} was answered with ${status}`);
}
const trace = mock.trace();
const started = performance.now();
const { requests: replayed, differences, fingerprint } = await replay(trace, { scenarios: [scenario] });
const elapsed = performance.now() - started;
if (differences.length > 0 || fingerprint !== undefined) throw new Error('the replay gave other answers');

console.log(JSON.stringify({ elapsed, replayed }));
