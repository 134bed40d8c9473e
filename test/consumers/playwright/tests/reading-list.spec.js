import { expect } from '@playwright/test';
import { test } from 'briefs-mock/playwright';

/** Shows the page to a new reader. All workers create the same reader, each in its own session. */
async function showToNewReader(page, mock) {
  const { email } = await mock.create('user', { fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
  const query = new URLSearchParams({ api: new URL(mock.url).origin, token: await mock.tokenFor(email) });
  await page.goto(`${process.env.PAGE_URL}/?${query}`);
  const entries = (name) => page.getByRole('list', { name }).getByRole('listitem');
  await expect(entries('Briefs').getByText('Front Page')).toBeVisible();
  return entries;
}

for (const reader of [1, 2, 3, 4]) {
  test(`reader ${reader} opens a brief and bookmarks an article`, async ({ page, mock }) => {
    const entries = await showToNewReader(page, mock);
    await expect(entries('Bookmarks')).toHaveCount(0);
    await page.getByText('Front Page').click();
    const title = await entries('Articles').first().textContent();
    await entries('Articles').first().click();
    await expect(entries('Bookmarks')).toHaveText([title]);
    expect(await mock.countRequests({ method: 'POST', path: '/public-api/v1/bookmark/*', status: 200 })).toBe(1);
  });

  test(`the test after reader ${reader} finds no bookmarks`, async ({ page, mock }) => {
    const entries = await showToNewReader(page, mock);
    await expect(entries('Bookmarks')).toHaveCount(0);
    expect(await mock.countRequests({ method: 'POST' })).toBe(0);
  });
}

test('requests to mock.url are in the session of the mock', async ({ page, mock }) => {
  await mock.addFault({ path: '/public-api/v1/brief', status: 503, times: 1 });
  const failed = page.waitForEvent('pageerror');
  await page.goto(`${process.env.PAGE_URL}/?${new URLSearchParams({ api: mock.url, token: 'alice-token' })}`);
  expect((await failed).message).toBe('The service says 503');
});
