// Times createMock with `newsroom` as the first call of a process; the argument is its seed. Prints milliseconds.
import { timed } from '../harness/timed.js';

const seed = Number(process.argv[2]);
const started = performance.now();
const { createMock } = await import('briefs-mock');
const { newsroom } = await import('briefs-mock/seeds');
const loading = performance.now() - started;

console.log(JSON.stringify({ loading, ...timed(() => createMock({ scenario: newsroom, seed })) }));
