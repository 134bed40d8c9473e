// A client in a thread of its own: it sends one small request after the other, and measures how long each waits. See waits.ts.
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let longest = 0;
let failed = 0;

parentPort?.on('message', () => {
  parentPort?.postMessage({ longest, failed });
  longest = 0;
  failed = 0;
});

function ask() {
  const startedAt = performance.now();
  const done = (isAnswered) => {
    longest = Math.max(longest, performance.now() - startedAt);
    if (!isAnswered) failed++;
    setTimeout(ask, 2);
  };
  get(workerData, { agent }, (answer) => {
    answer.resume();
    answer.on('end', () => done(answer.statusCode === 200));
  }).on('error', () => done(false));
}
ask();
