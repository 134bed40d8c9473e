// Times createMock with `newsroom` as the first call of a process. Prints milliseconds.
import { timed } from '../harness/timed.js';

const started = performance.now();
const { createMock } = await import('briefs-mock');
const { newsroom } = await import('briefs-mock/seeds');
const loading = performance.now() - started;

console.log(JSON.stringify({ loading, ...timed(() => createMock({ scenario: newsroom })) }));
