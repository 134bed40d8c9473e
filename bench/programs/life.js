// Lets the actors of `newsroom` act for a week, several times in one process; the argument is how many. Prints the processor time of
// each week in milliseconds.
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { timed } from '../harness/timed.js';

const weeks = Array.from({ length: Number(process.argv[2]) }, () => {
  const mock = createMock({ scenario: newsroom, life: 'busy' });
  return timed(() => mock.clock.advance({ days: 7 })).processor;
});

console.log(JSON.stringify(weeks));
