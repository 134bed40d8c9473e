import { readFile } from 'node:fs/promises';
import { createMock, replay } from 'briefs-mock';
import { scenarios } from 'briefs-mock/seeds';
import type { Browser, Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { sharedChromium } from '../chromium.js';
import { expectAccessible, expectAccessibleAnywhere, holdCall, openConsole } from './open-console.js';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});

it('no task that people come to the console for takes more than three clicks', async () => {
  const { mock, page, view, goTo, complaints } = await openConsole(browser);
  const as = (name: string) => ({
    headers: { authorization: `Bearer ${mock.tokenFor(`${name}@acme.example`)}`, 'content-type': 'application/json' },
  });
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks++;
    await target.click();
  };
  const menu = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
  const dialog = page.getByRole('dialog');
  /** Typing does not count as a click. */
  const inPalette = async (text: string, item: string | RegExp) => {
    if ((await dialog.count()) === 0) await click(page.getByRole('button', { name: 'Go to' }));
    await dialog.getByRole('combobox').fill(text);
    await click(dialog.getByRole('option', { name: item }).first());
  };
  const button = (name: string) => view.getByRole('button', { name, exact: true });
  const counts: Record<string, number> = {};
  const task = async (name: string, perform: () => Promise<unknown>) => {
    // Rows hold still under the mouse.
    await page.mouse.move(0, 0);
    await page.keyboard.press('Escape');
    await goTo('requests');
    clicks = 0;
    await perform();
    counts[name] = clicks;
  };

  await mock.fetch('/public-api/v1/brief/climate-desk', as('alice'));
  await task('who refused my request', async () => {
    await click(view.getByRole('link', { name: '/public-api/v1/brief/climate-desk' }));
    await view.getByText('Why:').waitFor();
  });
  await task("make Alice's list empty", async () => {
    await click(menu('People'));
    await click(view.getByRole('link', { name: 'alice', exact: true }));
    await click(button('Answer Alice an empty list'));
    await expect.poll(() => mock.faults.all().length).toBe(1);
  });
  mock.faults.clear();
  await task('be Bruno a week later', async () => {
    await inPalette('week', 'A week on');
    await dialog.getByText('A week on: done.').waitFor();
    await inPalette('bruno', /token of bruno/);
    await dialog.getByText(/token of bruno.*: \S+/).waitFor();
    expect(mock.clock.toString()).toBe('2026-03-11T09:00:00.000Z');
  });
  const bookmarks = mock.data.bookmark.count();
  const brief = mock.data.brief.findFirst({ where: { slug: { equals: 'front-page' } } });
  const issue = mock.data.brief_document.findFirst({ where: { brief_id: { equals: brief?.id as string } } });
  const bookmark = `/public-api/v1/bookmark/front-page/${issue?.gid}`;
  await mock.fetch(bookmark, { method: 'POST', ...as('alice') });
  expect(mock.requests.all().at(-1)).toMatchObject({ changed: true });
  await task('back to before the bookmark', async () => {
    await click(view.getByRole('link', { name: bookmark }));
    await click(button('Go back to before this'));
    await click(dialog.getByRole('button', { name: 'Go back to before this' }));
    await expect.poll(() => mock.data.bookmark.count()).toBe(bookmarks);
  });
  await mock.fetch('/public-api/v1/brief', as('alice'));
  // Before Escape leads from the open request to its row, because rows hold still for the keyboard too.
  await page.mouse.move(0, 0);
  await view.getByRole('link', { name: '/public-api/v1/brief', exact: true }).waitFor();
  await task('hold, edit and send an answer', async () => {
    const link = page.getByRole('link', { name: '/public-api/v1/brief', exact: true });
    const row = view.getByRole('row').filter({ has: link }).first();
    await row.hover();
    await click(row.getByRole('button', { name: 'Hold the next answer' }));
    await expect.poll(() => mock.faults.all().length).toBe(1);
    const answer = mock.fetch('/public-api/v1/brief', as('alice'));
    await page.mouse.move(0, 0);
    await row.getByText('waiting', { exact: true }).waitFor();
    await click(row.getByRole('link'));
    await view.getByLabel('Body', { exact: true }).fill('{"edited": true}');
    await click(button('Send it changed'));
    expect(await (await answer).json()).toEqual({ edited: true });
  });
  mock.snapshots.keep('before');
  mock.data.application.create({ name: 'One more' });
  mock.snapshots.keep('after');
  await task('compare two snapshots', async () => {
    await click(menu('Snapshots'));
    await click(view.getByRole('link', { name: 'Compare before' }));
    clicks++;
    await view.getByLabel('From before to').selectOption('after');
    await view.getByText('One more').waitFor();
  });
  await task('hand it to a colleague', async () => {
    await click(button('Hand over'));
    await dialog.getByRole('textbox', { name: 'Note' }).fill('The list is empty');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      click(dialog.getByRole('button', { name: 'Save the file' })),
    ]);
    const file = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(file).toMatchObject({ note: 'The list is empty', har: { log: { version: '1.2' } } });
    const { differences, mock: replayed } = await replay(file, { scenarios });
    expect([differences, await replayed.fingerprint()]).toEqual([[], await mock.fingerprint()]);
    const other = createMock();
    other.restore(file);
    expect(await other.fingerprint()).toBe(await mock.fingerprint());
  });
  await task('why does she not see this', async () => {
    await click(menu('People'));
    await click(view.getByRole('link', { name: 'alice', exact: true }));
    await view.getByText('the user has no').first().waitFor();
  });
  await task('edit a record', async () => {
    await inPalette('user 3', 'user 3');
    await view.getByLabel('lname', { exact: true }).fill('Berg');
    await click(button('Save'));
    await expect.poll(() => mock.data.user.findFirst({ where: { id: { equals: 3 } } })?.lname).toBe('Berg');
  });
  await task('offline', async () => {
    await inPalette('offline', 'Apply offline');
    await dialog.getByText('Apply offline: done.').waitFor();
    await expectAccessible(page);
  });
  expect(counts).toEqual({
    'who refused my request': 1,
    "make Alice's list empty": 3,
    'be Bruno a week later': 3,
    'back to before the bookmark': 3,
    'hold, edit and send an answer': 3,
    'compare two snapshots': 3,
    'hand it to a colleague': 2,
    'why does she not see this': 2,
    'edit a record': 3,
    offline: 2,
  });
  expect(complaints).toEqual([]);
});

it('the palette resets after asking and goes to a request by keys, and each cell of people by briefs says why', async () => {
  const { mock, page, view, goTo, complaints } = await openConsole(browser, { width: 360, scheme: 'dark' });
  const dialog = page.getByRole('dialog');
  mock.data.application.create({ name: 'One more' });
  const before = mock.data.application.count();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('reset');
  await expectAccessibleAnywhere(page);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => mock.data.application.count()).toBe(before - 1);
  await dialog.getByText('Reset: done.').waitFor();
  await page.keyboard.press('Escape');
  await mock.fetch('/user-data/v1/user/20', { method: 'DELETE' });
  await view.getByRole('row').filter({ hasText: '−1 user' }).waitFor();
  // A card, with its action in sight.
  await expect.poll(() => view.getByRole('button', { name: 'Hold the next answer' }).isVisible()).toBe(true);
  await expectAccessible(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('user/20');
  await dialog.getByRole('option', { name: 'DELETE /user-data/v1/user/20' }).waitFor();
  await page.keyboard.press('Enter');
  await view.getByRole('article', { name: 'Request 1' }).getByText('What it changed').waitFor();
  expect(await dialog.count()).toBe(0);
  await goTo('people/matrix');
  await view.getByRole('button', { name: 'chloe does not see climate-desk' }).click();
  await view.getByRole('status').getByText('the user has no brief entitlement').waitFor();
  await view.getByRole('button', { name: 'alice sees front-page' }).click();
  await view.getByRole('status').getByText('the brief is').waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

it('the palette takes the next text after a question, and then offers what can be done now', async () => {
  const { mock, page, complaints } = await openConsole(browser);
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('reset');
  await page.keyboard.press('Enter');
  const confirm = dialog.getByRole('button', { name: 'Reset' });
  const isFocused = () => confirm.evaluate((button) => (button.getRootNode() as ShadowRoot).activeElement === button);
  await expect.poll(isFocused).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.getByText('Reset: done.').waitFor();
  await page.keyboard.type('apply offline');
  await dialog.getByRole('option', { name: 'Apply offline' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText('Apply offline: done.').waitFor();
  await page.keyboard.type('offline');
  await dialog.getByRole('option', { name: 'Withdraw offline' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('token alice');
  await dialog.getByRole('option', { name: 'Copy a new token of alice@' }).waitFor();
  await expect.poll(() => mock.faults.all()).toEqual([]);
  expect(complaints).toEqual([]);
});

it('the palette keeps what is typed and asked while it does what was chosen', async () => {
  const { mock, page, complaints } = await openConsole(browser);
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('combobox');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('day');
  const advancing = await holdCall(page, 'PUT', 'clock');
  await dialog.getByRole('option', { name: 'A day on' }).click();
  await advancing.isMade();
  await page.keyboard.type('reset');
  await advancing.finish();
  await dialog.getByText('A day on: done.').waitFor();
  expect(await field.inputValue()).toBe('reset');

  const applying = await holdCall(page, 'PUT', 'fault-profiles/offline');
  await field.fill('apply offline');
  await dialog.getByRole('option', { name: 'Apply offline' }).waitFor();
  await page.keyboard.press('Enter');
  await applying.isMade();
  await page.keyboard.type('reset');
  await page.keyboard.press('Enter');
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await cancel.waitFor();
  await applying.finish();
  // The answer has arrived before that of a later call.
  await page.evaluate(async () => (await fetch('/__mock/health')).text());
  await cancel.click();
  await dialog.getByText('Apply offline: done.').waitFor();
  expect(await field.inputValue()).toBe('reset');
  expect(mock.clock.toString()).toBe('2026-03-05T09:00:00.000Z');
  expect(complaints).toEqual([]);
});

it('the palette does what is chosen while it does something else after that, and nothing while nothing is typed', async () => {
  const { mock, page, complaints } = await openConsole(browser);
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('day');
  const advancing = await holdCall(page, 'PUT', 'clock');
  await dialog.getByRole('option', { name: 'A day on' }).waitFor();
  await page.keyboard.press('Enter');
  await advancing.isMade();
  await page.keyboard.press('Enter');
  await page.keyboard.type('week');
  await dialog.getByRole('option', { name: 'A day on' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await expect.poll(() => dialog.getByRole('combobox').inputValue()).toBe('');
  await advancing.finish();
  await dialog.getByText('A week on: done.').waitFor();
  expect(mock.clock.toString()).toBe('2026-03-12T09:00:00.000Z');
  expect(complaints).toEqual([]);
});

it('the palette has again what was typed and chosen if that fails', async () => {
  const { mock, page } = await openConsole(browser);
  const dialog = page.getByRole('dialog');
  await page.route('**/__mock/clock', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await page.keyboard.press('Control+k');
  await page.keyboard.type('do on');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText('The mock does not answer').waitFor();
  expect(await dialog.getByRole('combobox').inputValue()).toBe('do on');
  await page.unrouteAll();
  await page.keyboard.press('Enter');
  await dialog.getByText('A week on: done.').waitFor();
  expect(mock.clock.toString()).toBe('2026-03-11T09:00:00.000Z');
});

it('the palette offers nothing that was found for the text before', async () => {
  const { page, complaints } = await openConsole(browser);
  const record = (id: number) => page.getByRole('option', { name: `Record user ${id}`, exact: true });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('user 3');
  await record(3).waitFor();
  const searching = await holdCall(page, 'GET', 'tables');
  await page.keyboard.type('5');
  await searching.isMade();
  expect(await record(3).count()).toBe(0);
  await searching.finish();
  await record(35).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: 'user 35' }).waitFor();
  expect(complaints).toEqual([]);
});

it('the palette goes to what the arrow keys have chosen, also if a request is listed before it meanwhile', async () => {
  const { mock, page, complaints } = await openConsole(browser);
  const chosen = page.getByRole('dialog').getByRole('option', { selected: true });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('user');
  await page.getByRole('option', { name: 'Record user 2', exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await mock.fetch('/user-data/v1/client');
  await page.getByRole('option', { name: 'GET /user-data/v1/client' }).waitFor();
  expect(await chosen.innerText()).toContain('user 2');
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: 'user 2', exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

it('groups a page load, begins a request with what it changed, plays the history, puts changed tables first, and walks from record to record', async () => {
  const { mock, page, view, goTo, complaints } = await openConsole(browser);
  await mock.fetch('/user-data/v1/user');
  await mock.fetch('/user-data/v1/application', { method: 'POST', body: '[{"name": "Reader"}]' });
  mock.data.user.update({ where: { id: { equals: 3 } }, data: { lname: 'Berg' } });
  mock.clock.advance({ days: 1 });
  const times = view.getByRole('table', { name: 'Requests' }).getByRole('cell').locator('time');
  await expect.poll(() => times.count()).toBe(2);
  expect(await times.allInnerTexts()).toEqual([
    expect.stringMatching(/^\+\d+ ms$/),
    expect.stringMatching(/^\d\d:\d\d:\d\d$/),
  ]);
  await view.getByRole('link', { name: '/user-data/v1/application' }).click();
  const request = view.getByRole('article', { name: 'Request 2' });
  const body = request.getByRole('region', { name: 'Body of the request' });
  await body.getByText('"Reader"').waitFor();
  await body.locator('summary').first().click();
  await expect.poll(() => body.getByText('"Reader"').count()).toBe(0);
  const headings = await request.getByRole('heading', { level: 3 }).allInnerTexts();
  expect(headings.filter((text) => !/application|records/.test(text))).toEqual([
    'What it changed',
    'Response',
    'Request',
    'About it',
    'Headers of the request',
    'Headers of the response',
  ]);
  await goTo('time/1');
  // It is disabled until it has its ends.
  const line = view.getByRole('slider', { name: 'Revision', disabled: false });
  await view.getByText('1: POST /user-data/v1/application +1 application').waitFor();
  const { x, y, width } = (await line.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  await page.mouse.move(x + (width * 2) / 3, y + 5);
  await view.getByText('2: mock.data.user.update ~1 user').waitFor();
  await view.getByRole('button', { name: 'Play' }).click();
  await view.getByRole('heading', { name: 'Revision 3' }).waitFor();
  await view.getByRole('button', { name: 'Play' }).waitFor();
  await goTo('state');
  await view.getByText('1 updated').waitFor();
  expect((await view.getByRole('rowheader').allInnerTexts()).slice(0, 2)).toEqual(['user', 'application']);
  await goTo('state/user/1');
  await view.getByRole('article', { name: 'user 1' }).getByRole('link', { name: 'client 1' }).click();
  await view.getByRole('article', { name: 'client 1' }).getByRole('link', { name: 'user 1', exact: true }).waitFor();
  await goTo('people/matrix');
  await view.getByRole('button', { name: 'alice sees front-page' }).click();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});
