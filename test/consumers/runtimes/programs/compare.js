import { createMock } from 'briefs-mock';
import { conform } from 'briefs-mock/conform';
import { newsroom } from 'briefs-mock/seeds';

/** What `conform`, or some of its cases, finds in a mock, and in one with another switch. */
export async function compare(cases) {
  const tokens = Object.fromEntries(newsroom.personas.map(({ email, token }) => [email, token]));
  const run = async (behavior, only) => {
    const { fetch } = createMock({ scenario: newsroom, behavior });
    return conform({ fetch, tokens, only, writes: true, concurrency: 4 });
  };
  const { results, left } = await run({}, cases);
  const { behavior } = await run({ repeatBookmark: 'conflict' }, ['repeatBookmark']);
  const others = results.filter(({ outcome }) => outcome !== 'agrees');
  return {
    agreeing: results.length - others.length,
    others: others.map(({ id, outcome, missing }) => ({ id, outcome, missing })),
    left,
    behavior,
  };
}
