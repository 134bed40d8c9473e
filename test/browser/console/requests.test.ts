import { readFileSync } from 'node:fs';
import { createMock } from 'briefs-mock';
import { awkwardContent, newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import type { Browser, Route } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sharedChromium } from '../chromium.js';
import { expectAccessible, expectAccessibleAnywhere, holdCall, isFocused, openConsole } from './open-console.js';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});

const as = (person: string) => ({ headers: { authorization: `Bearer ${person}-token` } });

describe('The view Requests', () => {
  it('shows requests as they come, newest first, and why one was refused', async () => {
    const { mock, page, view, complaints } = await openConsole(browser);
    await view.getByText('No requests yet').waitFor();
    await mock.fetch('/public-api/v1/brief', as('alice'));
    await mock.fetch('/public-api/v1/breif', as('alice'));
    await mock.fetch('/public-api/v1/brief');
    const rows = view.getByRole('table', { name: 'Requests' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(4);
    const reason = mock.requests.all()[2]?.reason ?? 'a reason';
    const cells = (row: number) => rows.nth(row).getByRole('cell').allInnerTexts();
    expect((await cells(1)).slice(1, 6)).toEqual([
      'GET',
      expect.stringMatching(/^\/public-api\/v1\s*\/brief$/),
      '401',
      '',
      reason,
    ]);
    expect((await cells(3)).slice(3, 6)).toEqual(['200', expect.stringMatching(/^A\s*alice$/), '']);
    await rows.nth(1).getByRole('link').click();
    const detail = view.getByRole('article', { name: 'Request 3' });
    await detail.getByText('Why:').waitFor();
    expect(page.url()).toMatch(/#\/requests\/3$/);
    expect(await detail.innerText()).toContain(reason);
    // A request without a route names the nearest one.
    await rows.nth(2).getByRole('link').click();
    await view.getByRole('article', { name: 'Request 2' }).getByText('GET /public-api/v1/brief').first().waitFor();
    await page.goBack();
    await detail.waitFor();
    await detail.getByRole('link', { name: 'Close' }).click();
    await expect.poll(() => view.getByRole('article').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('shows what a request changed, by column, and its headers and bodies', async () => {
    const { mock, view, complaints } = await openConsole(browser);
    await mock.fetch('/user-data/v1/user/3', { method: 'PUT', body: JSON.stringify({ lname: 'Berg' }) });
    await view.getByRole('link', { name: '/user-data/v1/user/3' }).click();
    const changed = view.getByRole('table', { name: 'Changes of user 3' });
    await changed.waitFor();
    expect(await changed.getByRole('row').last().innerText()).toMatch(/lname\s+Lambert\s+Berg/);
    await view.getByRole('table', { name: 'Headers of the request' }).waitFor();
    expect(await view.getByRole('region', { name: 'Body of the request' }).innerText()).toContain('"lname": "Berg"');
    expect(await view.getByRole('region', { name: 'Body of the response' }).innerText()).toContain('"lname": "Berg"');
    await view.getByRole('link', { name: 'Open user 3' }).click();
    await view.getByRole('heading', { name: 'user 3' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('filters by method, text, person and status, in the address', async () => {
    const { mock, page, view, goTo } = await openConsole(browser);
    await mock.fetch('/public-api/v1/brief', as('alice'));
    await mock.fetch('/public-api/v1/bookmark/brief', as('alice'));
    await mock.fetch('/public-api/v1/bookmark/article');
    await mock.fetch('/user-data/v1/user/5', { method: 'DELETE' });
    const rows = view.getByRole('table', { name: 'Requests' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(5);
    await view.getByText('4 requests, 1 failed').waitFor();
    await view.getByLabel('Search').fill('BOOKmark');
    await expect.poll(() => rows.count()).toBe(3);
    await view.getByText('2 of 4 requests, 1 failed').waitFor();
    await view.getByLabel('Status').selectOption('4xx');
    await expect.poll(() => rows.count()).toBe(2);
    await expect.poll(() => page.url()).toContain('text=BOOKmark&status=4xx');
    await page.reload();
    await expect.poll(() => rows.count()).toBe(2);
    await view.getByLabel('Method').selectOption('DELETE');
    await view.getByRole('button', { name: 'Show all requests' }).click();
    await expect.poll(() => rows.count()).toBe(5);
    await view.getByLabel('Status').selectOption('401');
    await expect.poll(() => rows.count()).toBe(2);
    await view.getByLabel('Status').selectOption('');
    await view.getByLabel('Person').selectOption('alice@acme.example');
    await expect.poll(() => rows.count()).toBe(3);
    await expect.poll(() => page.url()).toContain('person=alice%40acme.example');
    await goTo('requests?method=FOO');
    await view.getByText('No request matches the filters.').waitFor();
    expect(await view.getByLabel('Method').inputValue()).toBe('FOO');
  });

  it('says in its row what a request changed', async () => {
    const { mock, page, view } = await openConsole(browser);
    await mock.fetch('/user-data/v1/user/3', { method: 'PUT', body: JSON.stringify({ lname: 'Berg' }) });
    const cells = view.getByRole('table', { name: 'Requests' }).getByRole('row').nth(1).getByRole('cell');
    await expect.poll(() => cells.nth(5).innerText()).toBe('~1 user');
    // Loaded with the page, not only when it happens.
    await page.reload();
    await expect.poll(() => cells.nth(5).innerText()).toBe('~1 user');
    expect(await cells.nth(2).locator('.parameter').allInnerTexts()).toEqual(['3']);
  });

  it('keeps its rows still while the mouse is over them, or the keyboard in one', async () => {
    const { mock, page, view } = await openConsole(browser);
    await mock.fetch('/public-api/v1/brief', as('alice'));
    const rows = view.getByRole('table', { name: 'Requests' }).getByRole('row');
    await rows.nth(1).hover();
    await mock.fetch('/public-api/v1/brief');
    await view.getByText('1 new').waitFor();
    expect(await rows.count()).toBe(2);
    await page.mouse.move(0, 0);
    await expect.poll(() => rows.count()).toBe(3);
    expect(await view.getByText('1 new').count()).toBe(0);
    await page.keyboard.press('j');
    await mock.fetch('/public-api/v1/brief');
    await view.getByText('1 new').click();
    await expect.poll(() => rows.count()).toBe(4);
  });

  it('announces no new requests that a reset has removed', async () => {
    const { mock, view, complaints } = await openConsole(browser);
    await mock.fetch('/public-api/v1/brief', as('alice'));
    await view.getByRole('table', { name: 'Requests' }).getByRole('row').nth(1).hover();
    await mock.fetch('/public-api/v1/brief');
    await view.getByText('1 new').waitFor();
    mock.reset();
    await mock.fetch('/public-api/v1/feature', as('alice'));
    await view.getByRole('link', { name: '/public-api/v1/feature' }).waitFor();
    await expect.poll(() => view.getByText(/\d new/).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('gets 500 requests in a row while somebody reads older ones, which stay where they are, and then shows all of them', async () => {
    const { mock, page, view, complaints } = await openConsole(browser);
    const send = async (count: number) => {
      for (let i = 0; i < count; i++) await mock.fetch(`/user-data/v1/user/${i}`);
    };
    await send(100);
    const table = view.getByRole('table', { name: 'Requests' });
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('101');
    await table.evaluate((element) => element.scrollTo(0, 1000));
    const row = table.getByRole('row').filter({ has: page.getByRole('link', { name: '/user-data/v1/user/60' }) });
    const before = await row.boundingBox();
    await send(500);
    const arrived = view.getByRole('button', { name: '500 new' });
    await arrived.waitFor();
    expect(await row.boundingBox()).toEqual(before);
    await arrived.click();
    await table.getByRole('link', { name: '/user-data/v1/user/499' }).waitFor();
    expect(await table.getAttribute('aria-rowcount')).toBe('601');
    // At the top, new requests come in again.
    await page.mouse.move(0, 0);
    await mock.fetch('/user-data/v1/client/1');
    await table.getByRole('link', { name: '/user-data/v1/client/1' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('goes through the list with j and k, and to the search with /', async () => {
    const { mock, page, view } = await openConsole(browser);
    await mock.fetch('/public-api/v1/brief', as('alice'));
    await mock.fetch('/user-data/v1/user/5');
    const links = view.getByRole('table', { name: 'Requests' }).getByRole('link');
    await expect.poll(() => links.count()).toBe(2);
    // Nothing in the page has the focus yet.
    await page.keyboard.press('j');
    await expect.poll(() => isFocused(links.nth(0))).toBe(true);
    await page.keyboard.press('j');
    await expect.poll(() => isFocused(links.nth(1))).toBe(true);
    await page.keyboard.press('k');
    await expect.poll(() => isFocused(links.nth(0))).toBe(true);
    await page.keyboard.press('Enter');
    await view.getByRole('article', { name: 'Request 2' }).getByRole('heading').first().waitFor();
    await page.keyboard.press('j');
    await view.getByRole('article', { name: 'Request 1' }).getByRole('heading').first().waitFor();
    await view.getByRole('button', { name: 'Pause' }).press('/');
    const search = view.getByLabel('Search');
    await expect.poll(() => isFocused(search)).toBe(true);
    await page.keyboard.type('j');
    expect(await search.inputValue()).toBe('j');
  });

  it('pauses, says how many requests have arrived since, and resumes', async () => {
    const { mock, view } = await openConsole(browser);
    const rows = view.getByRole('table', { name: 'Requests' }).getByRole('row');
    await mock.fetch('/public-api/v1/brief', as('alice'));
    await expect.poll(() => rows.count()).toBe(2);
    await view.getByRole('button', { name: 'Pause' }).click();
    await mock.fetch('/public-api/v1/brief', as('alice'));
    await mock.fetch('/public-api/v1/brief', as('alice'));
    await view.getByText('2 requests have arrived since').waitFor();
    expect(await rows.count()).toBe(2);
    await view.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => rows.count()).toBe(4);
  });

  it('clears the journal after asking, and says that a request is no longer there', async () => {
    const { mock, page, view, goTo } = await openConsole(browser);
    await mock.fetch('/public-api/v1/brief', as('alice'));
    await view.getByRole('link', { name: '/public-api/v1/brief' }).waitFor();
    await view.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
    await view.getByText('No requests yet').waitFor();
    expect(mock.requests.all()).toEqual([]);
    await goTo('requests/1');
    await view.getByText('This request is no longer in the journal of this session').waitFor();
  });

  it('goes back to before a request, says what is lost, and how to undo it', async () => {
    const { mock, page, view } = await openConsole(browser);
    const start = await mock.fingerprint();
    await mock.fetch('/user-data/v1/user/5', { method: 'DELETE' });
    await mock.fetch('/user-data/v1/user/6', { method: 'DELETE' });
    const deleted = await mock.fingerprint();
    await view.getByRole('link', { name: '/user-data/v1/user/5' }).click();
    await view.getByRole('button', { name: 'Go back to before this' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('what this request changed, and 1 later change of this session').waitFor();
    await dialog.getByRole('button', { name: 'Go back to before this' }).click();
    await view.getByRole('link', { name: 'To undo this, go back to revision 2.' }).waitFor();
    expect(await mock.fingerprint()).toBe(start);
    mock.rewind(2);
    expect(await mock.fingerprint()).toBe(deleted);
  });

  it('offers to go back as long as the history has the state before a request', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { mock: { history: { limit: 1 } } });
    await mock.fetch('/user-data/v1/user/7');
    await mock.fetch('/user-data/v1/user/5', { method: 'DELETE' });
    await view.getByRole('link', { name: '/user-data/v1/user/7' }).click();
    const goBack = view.getByRole('button', { name: 'Go back to before this' });
    await expect.poll(() => goBack.isEnabled()).toBe(true);
    // The rows stay where they are while the mouse is over them.
    await page.mouse.move(0, 0);
    await mock.fetch('/user-data/v1/user/6', { method: 'DELETE' });
    await expect.poll(() => goBack.count()).toBe(0);
    await view.getByRole('link', { name: '/user-data/v1/user/5' }).click();
    await view.getByText('the history keeps only the last changes').waitFor();
    await view.getByRole('link', { name: '/user-data/v1/user/6' }).click();
    await goBack.waitFor();
    expect(complaints).toEqual([]);
  });

  it('branches from a request into a new session, enters it, and goes back only to its own states', async () => {
    const { mock, page, view } = await openConsole(browser);
    await mock.fetch('/user-data/v1/user/7');
    await mock.fetch('/user-data/v1/user/5', { method: 'DELETE' });
    await mock.fetch('/user-data/v1/user/6', { method: 'DELETE' });
    await view.getByRole('link', { name: '/user-data/v1/user/5' }).click();
    await view.getByRole('button', { name: 'Branch from here' }).click();
    await expect.poll(() => mock.sessions.list().length).toBe(1);
    const [{ id = '' } = {}] = mock.sessions.list();
    await expect.poll(() => page.url()).toContain(`session=${id}`);
    const branch = mock.sessions.get(id);
    const users = [5, 6].map((id) => branch.data.user.count({ where: { id: { equals: id } } }));
    expect(users).toEqual([0, 1]);
    await view.getByRole('link', { name: '/user-data/v1/user/5' }).click();
    await view.getByText('This session was branched off after it').waitFor();
    const goBack = view.getByRole('button', { name: 'Go back to before this' });
    // The rows stay where they are while the mouse is over them.
    await page.mouse.move(0, 0);
    await branch.fetch('/user-data/v1/user/8');
    await view.getByRole('link', { name: '/user-data/v1/user/8' }).click();
    await goBack.waitFor();
    await view.getByRole('link', { name: '/user-data/v1/user/7' }).click();
    await view.getByRole('article', { name: 'Request 1' }).getByRole('button', { name: 'Copy as curl' }).waitFor();
    expect(await goBack.count()).toBe(0);
  });

  it('shows the request of another mock that has taken the place of the server, and what it changed', async () => {
    const edit = (lname: string) => ({ method: 'PUT', body: JSON.stringify({ lname }) });
    const { mock, server, view, goTo } = await openConsole(browser);
    await mock.fetch('/user-data/v1/user/3', edit('Former'));
    await goTo('requests/1');
    const lname = view.getByRole('table', { name: 'Changes of user 3' }).getByRole('row', { name: 'lname' });
    await lname.getByText('Former').waitFor();
    const { port } = server;
    await server.close();
    const next = createMock({ scenario: newsroom });
    await next.fetch('/user-data/v1/user/3', edit('Another'));
    const again = await createServer(next, { port }).listen();
    onTestFinished(() => again.close());
    await lname.getByText('Another').waitFor();
    await view.getByRole('region', { name: 'Body of the request' }).getByText('Another').waitFor();
  });

  it('copies a curl command, and downloads the journal as HAR', async () => {
    const { mock, context, page, view, server } = await openConsole(browser);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
    await mock.fetch('/user-data/v1/user/5', { method: 'DELETE' });
    await view.getByRole('link', { name: '/user-data/v1/user/5' }).click();
    await view.getByRole('button', { name: 'Copy as curl' }).click();
    await view.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl .*user-data\/v1\/user\/5/s);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      view.getByRole('button', { name: 'Save HAR' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('requests.har');
    const har = JSON.parse(readFileSync(await download.path(), 'utf8')) as { log: { entries: unknown[] } };
    expect(har.log.entries).toHaveLength(1);
  });

  it('writes a test of what has happened since a request, for the runner that is chosen', async () => {
    const { mock, page, view } = await openConsole(browser);
    await mock.fetch('/user-data/v1/user/4', { method: 'DELETE' });
    await mock.fetch('/user-data/v1/user/5', { method: 'DELETE' });
    await view.getByRole('button', { name: 'Write a test' }).click();
    const code = view.getByRole('region', { name: 'The test' });
    await expect.poll(() => code.textContent()).toMatch(/briefs-mock\/vitest.*user\/4.*user\/5/s);
    const writing = await holdCall(page, 'GET', 'trace/test?*');
    await view.getByLabel('Runner').selectOption('Playwright');
    await writing.isMade();
    expect(await code.count()).toBe(0);
    await writing.finish();
    await expect.poll(() => code.textContent()).toMatch(/briefs-mock\/playwright.*user\/4.*user\/5/s);
    await view.getByRole('button', { name: 'Close' }).click();
    await view.getByRole('link', { name: '/user-data/v1/user/5' }).click();
    await view.getByRole('article').getByRole('button', { name: 'Write a test' }).click();
    await expect.poll(() => code.textContent()).toMatch(/remove|delete/);
    expect(await code.textContent()).not.toContain("fetch('/user-data/v1/user/4'");
  });

  it('lists the requests of a mock that keeps no history, without what they changed and a way back', async () => {
    const { mock, page, view, goTo } = await openConsole(browser, { mock: { history: false } });
    await mock.fetch('/user-data/v1/user/5', { method: 'DELETE' });
    await view.getByRole('row').filter({ hasText: 'changed' }).waitFor();
    await view.getByRole('link', { name: '/user-data/v1/user/5' }).click();
    await view.getByText('This mock keeps no history, so it is not known.').waitFor();
    expect(await view.getByRole('button', { name: /^Go back|^Branch/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('dialog').getByText('nothing brings the records back').waitFor();
    await page.keyboard.press('Escape');
    await goTo('sessions');
    await view.getByText('the console is here').waitFor();
    expect(await view.getByRole('button', { name: 'Branch' }).count()).toBe(0);
  });

  it('shows the curl command where the browser refuses the clipboard', async () => {
    const { mock, page, view } = await openConsole(browser);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('Refused', 'NotAllowedError'));
    });
    await mock.fetch('/user-data/v1/user/5', { method: 'DELETE' });
    await view.getByRole('link', { name: '/user-data/v1/user/5' }).click();
    await view.getByRole('button', { name: 'Copy as curl' }).click();
    const shown = view.getByRole('textbox', { name: 'Copy as curl: the text' });
    expect(await shown.inputValue()).toMatch(/^curl .*user-data\/v1\/user\/5/s);
  });

  it('marks requests to which fault rules applied, and follows an answer that is held back', async () => {
    const { mock, view } = await openConsole(browser);
    mock.faults.add({ path: '/public-api/v1/brief', status: 503, times: 1 });
    const { id } = mock.faults.add({ path: '/public-api/v1/brief', hold: true });
    await mock.fetch('/public-api/v1/brief', as('alice'));
    const answer = mock.fetch('/public-api/v1/brief', as('alice'));
    const rows = view.getByRole('table', { name: 'Requests' }).getByRole('row');
    await rows.nth(2).getByText('fault', { exact: true }).waitFor();
    await rows.nth(1).getByText('held', { exact: true }).waitFor();
    await rows.nth(1).getByRole('link').click();
    const detail = view.getByRole('article', { name: 'Request 2' });
    await detail.getByText('held', { exact: true }).waitFor();
    await detail.getByRole('link', { name: String(id), exact: true }).waitFor();
    mock.faults.release();
    expect((await answer).status).toBe(200);
    await expect.poll(() => detail.getByText('held', { exact: true }).count()).toBe(0);
    await expect.poll(() => rows.nth(1).getByText('held', { exact: true }).count()).toBe(0);
  });

  it.each([
    ['no route', '/public-api/v1/breif', 404, 'no route answered, so the token was not looked at'],
    ['an API without persons', '/user-data/v1/user', 200, 'this API has no persons'],
    ['no token', '/public-api/v1/brief', 401, 'the token is missing or invalid'],
    ['a fault rule', '/public-api/v1/bookmark/brief', 503, 'a fault rule applied'],
  ])('says why no person is known: %s', async (_, path, status, text) => {
    const { mock, view, complaints } = await openConsole(browser);
    mock.faults.add({ path: '/public-api/v1/bookmark/brief', status: 503 });
    const response = await mock.fetch(path, status === 401 ? {} : as('alice'));
    expect(response.status).toBe(status);
    await view.getByRole('link', { name: path }).click();
    await view.getByRole('article').getByText(text).waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows an answer that is held back as waiting, and releases it', async () => {
    const { mock, page, view, complaints } = await openConsole(browser);
    mock.faults.add({ path: '/public-api/v1/brief', delay_ms: 0 });
    const { id } = mock.faults.add({ path: '/public-api/v1/brief', hold: true });
    const answer = mock.fetch('/public-api/v1/brief', as('alice'));
    const row = view.getByRole('table', { name: 'Requests' }).getByRole('row').nth(1);
    await row.getByText('waiting', { exact: true }).waitFor();
    await row.getByText('held', { exact: true }).waitFor();
    await row.getByRole('link').click();
    const detail = view.getByRole('article', { name: 'Request 1' });
    await detail.getByText('Held since').waitFor();
    await detail.getByText(`Fault rule ${id} holds the answer back. It will have the status 200.`).waitFor();
    await expectAccessible(page);
    // New requests would wait, but this one is known.
    await view.getByRole('button', { name: 'Pause' }).click();
    await detail.getByRole('button', { name: 'Send all of its rule' }).click();
    expect((await answer).status).toBe(200);
    await detail.getByText('200 OK').waitFor();
    await detail.getByText('Answered').waitFor();
    expect(complaints).toEqual([]);
  });

  it('counts the time of a page load from its first answer, also if an answer before it was held back', async () => {
    const { mock, view, complaints } = await openConsole(browser);
    const { id } = mock.faults.add({ path: '/public-api/v1/brief', hold: true });
    const held = mock.fetch('/public-api/v1/brief', as('alice'));
    await mock.fetch('/public-api/v1/feature', as('alice'));
    const rows = view.getByRole('table', { name: 'Requests' }).getByRole('row');
    await rows.nth(2).getByText('waiting').waitFor();
    mock.faults.release(id);
    await held;
    await rows.nth(2).getByTitle('OK').waitFor();
    expect(await rows.nth(1).locator('time').innerText()).toMatch(/^\d\d:\d\d:\d\d$/);
    expect(complaints).toEqual([]);
  });

  it('says that the next answer will wait', async () => {
    const { mock, view } = await openConsole(browser);
    await mock.fetch('/public-api/v1/brief', as('alice'));
    await view.getByRole('link', { name: '/public-api/v1/brief' }).click();
    await view.getByRole('article').getByRole('button', { name: 'Hold the next answer' }).click();
    await view.getByRole('status').getByText('It will wait in the list.').waitFor();
    expect(mock.faults.all()).toMatchObject([{ hold: true, times: 1 }]);
  });

  it('holds one answer of a row, shows that until it has come, and can take it back', async () => {
    const { mock, view, complaints } = await openConsole(browser);
    await mock.fetch('/public-api/v1/brief', as('alice'));
    const hand = view.getByRole('row').nth(1).getByRole('button', { name: 'Hold the next answer' });
    const isPressed = (pressed: boolean) => expect.poll(() => hand.getAttribute('aria-pressed')).toBe(String(pressed));
    await hand.click();
    await isPressed(true);
    await hand.click();
    await isPressed(false);
    expect(mock.faults.all()).toEqual([]);
    await hand.click();
    await isPressed(true);
    const held = mock.fetch('/public-api/v1/brief', as('alice'));
    await isPressed(false);
    expect(mock.faults.all()).toMatchObject([{ hold: true, times: 1, held: 1 }]);
    mock.faults.release();
    await held;
    expect(complaints).toEqual([]);
  });

  it('does not show again that an answer is held, as was read before somebody took that back', async () => {
    const { mock, page, view, complaints } = await openConsole(browser);
    await mock.fetch('/public-api/v1/brief', as('alice'));
    const hand = view.getByRole('row').nth(1).getByRole('button', { name: 'Hold the next answer' });
    const isPressed = (pressed: boolean) => expect.poll(() => hand.getAttribute('aria-pressed')).toBe(String(pressed));
    await hand.click();
    await isPressed(true);
    const readings: Route[] = [];
    await page.route('**/__mock/faults', (route) => void readings.push(route));
    mock.faults.add({ path: '/public-api/v1/bookmark/brief', status: 503 });
    await expect.poll(() => readings.length).toBe(1);
    const [reading] = readings as [Route];
    const before = await reading.fetch();
    await hand.click();
    await isPressed(false);
    await reading.fulfill({ response: before });
    await expect.poll(() => readings.length).toBe(2);
    await isPressed(false);
    await readings[1]?.continue();
    expect(mock.faults.all()).toMatchObject([{ status: 503 }]);
    expect(complaints).toEqual([]);
  });

  it('shows that the next answer of a route is held in each of its rows, also after another view, and takes it back', async () => {
    const { mock, view, goTo, complaints } = await openConsole(browser);
    for (let n = 0; n < 2; n++) await mock.fetch('/public-api/v1/brief', as('alice'));
    mock.faults.add({ path: '/public-api/v1/brief', method: 'GET', hold: true, times: 1, match: { caller: 'bruno' } });
    const hands = view.getByRole('row').getByRole('button', { name: 'Hold the next answer', pressed: true });
    await view.getByRole('button', { name: 'Hold the next answer' }).first().click();
    await expect.poll(() => hands.count()).toBe(2);
    await goTo('faults');
    await view.getByText('Add a rule').waitFor();
    await goTo('requests/1');
    const button = view.getByRole('article').getByRole('button', { name: 'Hold the next answer', pressed: true });
    await button.click();
    await expect.poll(() => hands.count()).toBe(0);
    expect(mock.faults.all()).toMatchObject([{ match: { caller: 'bruno' } }]);
    expect(complaints).toEqual([]);
  });

  it('edits an answer that is held back, and sends it alone', async () => {
    const { mock, page, view, complaints } = await openConsole(browser);
    mock.faults.add({ path: '/public-api/v1/brief', hold: true });
    const [first, second] = [0, 1].map(() => mock.fetch('/public-api/v1/brief', as('alice')));
    await view.getByRole('table', { name: 'Requests' }).getByRole('row').nth(2).getByRole('link').click();
    const detail = view.getByRole('article', { name: 'Request 1' });
    await expectAccessible(page);
    await detail.getByLabel('Status').fill('503');
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(detail.getByRole('heading', { level: 2 }))).toBe(true);
    await detail.getByRole('textbox', { name: 'Body' }).fill('{bad');
    await detail.getByRole('button', { name: 'Send it changed' }).click();
    await detail.getByRole('alert').getByText('body is not valid JSON').waitFor();
    await detail.getByRole('textbox', { name: 'Body' }).fill('');
    await detail.getByRole('button', { name: 'Send it changed' }).click();
    await detail.getByRole('alert').getByText('Unexpected end of JSON').waitFor();
    await detail.getByRole('textbox', { name: 'Body' }).fill('{ "down": true }');
    await detail.getByRole('button', { name: 'Send it changed' }).press('Enter');
    const answer = await first;
    expect([answer?.status, await answer?.json()]).toEqual([503, { down: true }]);
    await detail.getByText('The answer was changed when it was released').waitFor();
    await expect.poll(() => isFocused(detail.getByRole('heading', { level: 2 }))).toBe(true);
    expect(mock.faults.held()).toHaveLength(1);
    mock.faults.release();
    expect((await second)?.status).toBe(200);
    expect(complaints).toEqual([]);
  });

  it('sends a long answer whole and with its secrets if somebody changes only its status', async () => {
    const { mock, view, complaints } = await openConsole(browser);
    const body = { token: 'a-b-c', text: 'long '.repeat(4000) };
    mock.faults.add({ path: '/public-api/v1/brief', body, hold: true });
    const answer = mock.fetch('/public-api/v1/brief', as('alice'));
    await view.getByRole('table', { name: 'Requests' }).getByRole('row').nth(1).getByRole('link').click();
    const detail = view.getByRole('article', { name: 'Request 1' });
    await detail.getByLabel('Status').fill('503');
    await detail.getByRole('button', { name: 'Send it changed' }).click();
    const sent = await answer;
    expect([sent.status, await sent.json()]).toEqual([503, body]);
    expect(complaints).toEqual([]);
  });

  it('focuses what Enter opens, and Escape closes it and leads back to its row', async () => {
    const { mock, page, view, complaints } = await openConsole(browser);
    await mock.fetch('/public-api/v1/brief', as('alice'));
    await mock.fetch('/user-data/v1/user/5', { method: 'DELETE' });
    const link = view.getByRole('link', { name: '/public-api/v1/brief' });
    await link.press('Enter');
    const heading = view.getByRole('heading', { name: 'GET /public-api/v1/brief' });
    await expect.poll(() => isFocused(heading)).toBe(true);
    // Escape closes a dialog alone.
    const goBack = view.getByRole('button', { name: 'Go back to before this' });
    // Until the console knows the present revision.
    await expect.poll(() => goBack.isEnabled()).toBe(true);
    await goBack.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await heading.count()).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => view.getByRole('article').count()).toBe(0);
    await expect.poll(() => isFocused(link)).toBe(true);
    // Also if the filters have emptied the list in between.
    await link.press('Enter');
    await heading.waitFor();
    await view.getByLabel('Search').fill('in no request');
    await view.getByText('No request matches the filters.').waitFor();
    await view.getByRole('link', { name: 'Close' }).press('Enter');
    await view.getByRole('button', { name: 'Show all requests' }).press('Enter');
    await expect.poll(() => isFocused(link)).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('shows markup as text', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { mock: { scenario: awkwardContent } });
    page.on('dialog', (dialog) => {
      complaints.push(dialog.message());
      void dialog.dismiss();
    });
    const markup = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    const path = `/user-data/v1/${encodeURIComponent(markup)}?q=${encodeURIComponent(markup)}`;
    await mock.fetch(path, { headers: { 'x-note': markup } });
    await mock.fetch('/user-data/v1/application', { method: 'POST', body: JSON.stringify([{ name: markup }]) });
    await view.getByRole('link', { name: '/user-data/v1/application' }).click();
    await view.getByRole('region', { name: 'Body of the request' }).getByText(markup).waitFor();
    await view.getByRole('link', { name: `q=${markup}` }).click();
    await view.getByRole('article', { name: 'Request 1' }).getByRole('cell', { name: markup }).waitFor();
    expect(await view.locator('img, script').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('draws few rows, once per frame, however many requests come', async () => {
    const { mock, page, view } = await openConsole(browser);
    await mock.fetch('/public-api/v1/brief', as('alice'));
    const rows = view.getByRole('table', { name: 'Requests' });
    await rows.getByRole('link').first().waitFor();
    // Counts the frames, the times that rows are drawn, and the most rows that there are at once.
    await rows.evaluate((table) => {
      const work = { frames: 0, draws: 0, rows: 0 };
      Object.assign(window, { work });
      const count = () => {
        work.frames++;
        requestAnimationFrame(count);
      };
      requestAnimationFrame(count);
      new MutationObserver(() => {
        work.draws++;
        work.rows = Math.max(work.rows, table.querySelectorAll('[role=row]').length);
      }).observe(table, { childList: true, subtree: true });
    });
    for (let i = 0; i < 1500; i++) await mock.fetch('/public-api/v1/brief', as('alice'));
    await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe('1001');
    await rows.getByRole('row').nth(1).getByText('200', { exact: true }).waitFor();
    const work = (await page.evaluate('work')) as { frames: number; draws: number; rows: number };
    expect(work.draws).toBeGreaterThan(0);
    expect(work.draws).toBeLessThanOrEqual(work.frames);
    expect(work.rows).toBeLessThan(100);
    await rows.getByRole('link').nth(5).click();
    await view.getByRole('article').getByText('What it changed').waitFor();
  });

  it('has no barrier that axe finds, light or dark, on a desktop or a phone', async () => {
    const { mock, page, view } = await openConsole(browser);
    await mock.fetch('/public-api/v1/brief');
    await mock.fetch('/user-data/v1/user/5', { method: 'DELETE' });
    await view.getByRole('link', { name: '/user-data/v1/user/5' }).waitFor();
    await expectAccessibleAnywhere(page);
    await view.getByRole('link', { name: '/user-data/v1/user/5' }).click();
    await view.getByRole('table', { name: 'Changes of user 5' }).waitFor();
    await expectAccessibleAnywhere(page);
  });
});
