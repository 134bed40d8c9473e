import { createHandlers } from 'briefs-mock/handlers';
import { setupWorker } from 'msw/browser';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mock, tokenOf } from '../.storybook/mock';

// Vitest's browser mode: the test runs in the page, and the page answers its own requests.
const seeded = mock.data.bookmark.count();
const worker = setupWorker(...createHandlers(mock));
// msw 2 reads onUnhandledRequest, and msw 3 onUnhandledFrame.
const options = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass', quiet: true } as const;
beforeAll(() => worker.start(options));
beforeEach(() => mock.reset());
afterAll(() => worker.stop());

async function call(method: string, path: string) {
  const headers = { authorization: `Bearer ${tokenOf('alice')}` };
  return (await (await fetch(`/public-api/v1${path}`, { method, headers })).json()).data;
}

test('a reader bookmarks an article', async () => {
  const before = await call('GET', '/bookmark/article');
  const { gid, article } = await call('GET', '/brief/front-page');
  await call('POST', `/bookmark/front-page/${gid}/${article.at(-1).gid}`);
  expect(await call('GET', '/bookmark/article')).toHaveLength(before.length + 1);
  expect(mock.data.bookmark.count()).toBe(seeded + 1);
});

test('the next test finds nothing of it', () => {
  expect(mock.data.bookmark.count()).toBe(seeded);
});

test('a name that the toolbar does not have is an error', () => {
  expect(() => tokenOf('nona')).toThrow('There is no persona "nona"; there are ');
  expect(() => mock.faults.apply('laoding')).toThrow('did you mean loading?');
});
