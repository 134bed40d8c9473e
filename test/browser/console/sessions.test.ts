import type { Browser, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedChromium } from '../chromium.js';
import { expectAccessibleAnywhere, holdCall, openConsole } from './open-console.js';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});

describe('Sessions', () => {
  it('creates sessions with and without a name, and says at the field why it cannot', async () => {
    const { mock, view } = await openConsole(browser, { place: 'sessions' });
    const name = view.getByRole('textbox', { name: 'Name of a new session' });
    await name.fill('worker-1');
    await name.press('Enter');
    await view.getByRole('status').getByText('Created worker-1').waitFor();
    await view.getByRole('rowheader', { name: 'worker-1' }).waitFor();
    await view.getByRole('button', { name: 'Create' }).click();
    await view
      .getByRole('status')
      .getByText(/Created (?!worker-1)/)
      .waitFor();
    expect(mock.sessions.list()).toHaveLength(2);
    await name.fill('a b');
    await name.press('Enter');
    await view.getByRole('alert').getByText('must be a name of 1 to 64').waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    await name.fill('worker-1');
    await name.press('Enter');
    await view.getByRole('alert').getByText('There is already a session "worker-1"').waitFor();
  });

  it('shows the sessions that others create, with the number of their requests', async () => {
    const { mock, view, complaints } = await openConsole(browser, { place: 'sessions' });
    await mock.fetch('/user-data/v1/user', { headers: { 'x-mock-session': 'worker-1' } });
    const row = view.getByRole('row', { name: 'worker-1' });
    await expect
      .poll(() => row.getByRole('cell').allInnerTexts())
      .toEqual(['newsroom seed 1', '2026-03-04 09:00:00 UTC', '1', 'just now', '', '', expect.any(String)]);
    expect(complaints).toEqual([]);
  });

  it('searches, sorts and pages hundreds of sessions; the bar offers the last used ones and the list', async () => {
    const { mock, page, view, goTo, complaints } = await openConsole(browser);
    for (let i = 0; i < 120; i++) mock.sessions.create(`worker-${i}`);
    await mock.fetch('/public-api/v1/brief', {
      headers: { 'x-mock-session': 'worker-7', authorization: 'Bearer alice-token' },
    });
    await goTo('sessions');
    const names = () => view.getByRole('rowheader').allInnerTexts();
    await expect.poll(names).toHaveLength(51);
    expect((await names()).slice(0, 3)).toEqual(['default', 'worker-7', 'worker-119']);
    await view.getByRole('link', { name: 'Last' }).click();
    await expect.poll(names).toHaveLength(21);
    await view.getByRole('searchbox', { name: 'Search' }).fill('alice@');
    await expect.poll(names).toEqual(['default', 'worker-7']);
    await view.getByRole('row', { name: 'worker-7' }).getByText('alice@acme.example').waitFor();
    await view.getByRole('searchbox', { name: 'Search' }).fill('');
    await view.getByRole('combobox', { name: 'Sort' }).selectOption('By name');
    await expect.poll(async () => (await names())[1]).toBe('worker-0');
    const chooser = page.getByRole('banner').getByRole('combobox', { name: 'Session' });
    await expect.poll(() => chooser.getByRole('option').count()).toBe(22);
    await goTo('time');
    await chooser.selectOption('All 120 sessions…');
    await view.getByRole('heading', { name: 'Sessions' }).waitFor();
    await chooser.selectOption('worker-7');
    await expect.poll(() => page.url()).toMatch(/#\/sessions\?session=worker-7$/);
    expect(complaints).toEqual([]);
  });

  it('goes to the last page instead of one that does not exist', async () => {
    const { mock, page, view, goTo, complaints } = await openConsole(browser);
    for (let n = 0; n < 60; n++) mock.sessions.create(`worker-${n}`);
    await goTo('sessions?page=99');
    await view.getByText('Page 2 of 2').waitFor();
    await expect.poll(() => view.getByRole('row').count()).toBe(12);
    mock.sessions.endAll('worker-1*');
    await expect.poll(() => page.url()).toMatch(/#\/sessions$/);
    expect(complaints).toEqual([]);
  });

  it('reads the numbers of requests again while it is open', async () => {
    const { mock, page, view, goTo, complaints } = await openConsole(browser);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await goTo('sessions');
    mock.sessions.create('worker-1');
    const numbers = async () => {
      // The answers that it loads arrive by the clock of the machine.
      await page.clock.runFor(500);
      const cells = await view.getByRole('row', { name: 'worker-1' }).getByRole('cell').allInnerTexts();
      return cells.slice(2, 4);
    };
    await expect.poll(numbers).toEqual(['0', 'never']);
    for (let i = 0; i < 5; i++) await mock.fetch('/user-data/v1/user', { headers: { 'x-mock-session': 'worker-1' } });
    await expect.poll(numbers).toEqual(['5', 'just now']);
    expect(complaints).toEqual([]);
  });

  it('enters a session: the console acts in it, and its address is that of the session', async () => {
    const { mock, page, view, goTo, complaints } = await openConsole(browser, { place: 'sessions' });
    const worker = mock.sessions.create('worker-1');
    await view.getByRole('button', { name: 'Enter worker-1' }).click();
    await view.getByRole('row', { name: 'worker-1' }).getByText('the console is here').waitFor();
    expect(page.url()).toMatch(/#\/sessions\?session=worker-1$/);
    await goTo('time?session=worker-1');
    await view.getByRole('button', { name: '+ 1 week' }).click();
    await expect.poll(() => worker.clock.toString()).toBe('2026-03-11T09:00:00.000Z');
    expect(mock.clock.toString()).toBe('2026-03-04T09:00:00.000Z');
    await goTo('sessions?session=worker-1');
    await view.getByRole('button', { name: 'Enter the default session' }).click();
    await expect.poll(() => page.url()).toMatch(/#\/sessions$/);
    expect(complaints).toEqual([]);
  });

  it('has no request of the session before, whose list arrives late', async () => {
    const { mock, page, view, goTo, complaints } = await openConsole(browser, { place: 'requests' });
    const [former, present] = [mock.sessions.create('former'), mock.sessions.create('present')];
    await former.fetch('/user-data/v1/client/1');
    await present.fetch('/user-data/v1/application/1');
    let late: Route | undefined;
    await page.route('**/__mock/requests?*', (route) => {
      if (route.request().headers()['x-mock-session'] !== 'former') return route.continue();
      late = route;
    });
    await goTo('requests?session=former');
    await expect.poll(() => late).toBeDefined();
    await goTo('requests?session=present');
    await view.getByText('/user-data/v1/application/1').waitFor();
    const arrived = page.waitForResponse((response) => response.request() === late?.request());
    await late?.continue();
    await arrived;
    await present.fetch('/user-data/v1/package/1');
    await view.getByText('/user-data/v1/package/1').waitFor();
    expect(await view.getByText('/user-data/v1/client/1').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('shows nothing of the session before in its bar', async () => {
    const { mock, page, goTo, complaints } = await openConsole(browser, { place: 'state' });
    mock.sessions.create('other').reset({ scenario: 'empty' });
    const bar = page.getByRole('banner');
    await bar.getByText('newsroom').waitFor();
    await bar.getByText((await mock.fingerprint()).slice(0, 12)).waitFor();
    const [health, clock] = [await holdCall(page, 'GET', 'health'), await holdCall(page, 'GET', 'clock')];
    await goTo('state?session=other');
    await Promise.all([health.isMade(), clock.isMade()]);
    for (const shown of ['newsroom', 'UTC', (await mock.fingerprint()).slice(0, 12)]) {
      expect(await bar.getByText(shown).count()).toBe(0);
    }
    await Promise.all([health.finish(), clock.finish()]);
    await bar.getByText('empty').waitFor();
    await bar.getByText('UTC').waitFor();
    expect(complaints).toEqual([]);
  });

  it('finishes a week in the session where somebody began it', async () => {
    const { mock, page, view, goTo, complaints } = await openConsole(browser, { place: 'time' });
    const other = mock.sessions.create('other');
    const advancing = await holdCall(page, 'PUT', 'clock');
    await view.getByRole('region', { name: 'Time-lapse' }).getByRole('slider').fill('3');
    await advancing.isMade();
    await goTo('time?session=other');
    await view.getByText('Nothing has changed yet.').waitFor();
    await advancing.finish();
    await expect.poll(() => mock.clock.toString()).toBe('2026-03-05T03:00:00.000Z');
    expect(other.clock.toString()).toBe('2026-03-04T09:00:00.000Z');
    expect(complaints).toEqual([]);
  });

  it('branches the default session and another one with their present states', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { place: 'sessions' });
    mock.data.application.create({ name: 'One more' });
    const count = mock.data.application.count();
    await view.getByRole('row', { name: 'default' }).getByRole('button', { name: 'Branch' }).click();
    await expect.poll(() => page.url()).toContain('session=');
    const [first] = mock.sessions.list();
    const branch = mock.sessions.get(first?.id as string);
    expect(branch.data.application.count()).toBe(count);
    branch.data.application.create({ name: 'Another' });
    await view
      .getByRole('row', { name: first?.id as string })
      .getByRole('button', { name: 'Branch' })
      .click();
    await expect.poll(() => mock.sessions.list().length).toBe(2);
    const second = mock.sessions.list().find(({ id }) => id !== first?.id);
    expect(mock.sessions.get(second?.id as string).data.application.count()).toBe(count + 1);
    expect(complaints).toEqual([]);
  });

  it('copies the base URL of a session', async () => {
    const { mock, server, context, page, view, complaints } = await openConsole(browser, { place: 'sessions' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    mock.sessions.create('worker-1');
    await view.getByRole('row', { name: 'worker-1' }).getByRole('button', { name: 'Copy base URL' }).click();
    await view.getByRole('button', { name: 'Copied' }).waitFor();
    const base = await page.evaluate(() => navigator.clipboard.readText());
    expect(base).toBe(`${server.url}/__mock/s/worker-1`);
    expect((await fetch(`${base}/user-data/v1/user`)).status).toBe(200);
    expect(mock.sessions.list()).toMatchObject([{ id: 'worker-1', requests: 1 }]);
    expect(complaints).toEqual([]);
  });

  it('ends one session or all after asking, and leaves the one that has ended', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { place: 'sessions' });
    for (const id of ['worker-1', 'worker-2', 'worker-3']) mock.sessions.create(id);
    const dialog = page.getByRole('dialog');
    await view.getByRole('row', { name: 'worker-1' }).getByRole('button', { name: 'End' }).click();
    await dialog.getByText('This ends the session worker-1.').waitFor();
    await dialog.getByRole('button', { name: 'End' }).click();
    await expect.poll(() => mock.sessions.list().map(({ id }) => id)).toEqual(['worker-2', 'worker-3']);
    await view.getByRole('button', { name: 'Enter worker-2' }).click();
    await view.getByRole('row', { name: 'worker-2' }).getByRole('button', { name: 'End' }).click();
    await dialog.getByRole('button', { name: 'End' }).click();
    await expect.poll(() => page.url()).toMatch(/#\/sessions$/);
    await view.getByRole('button', { name: 'End all' }).click();
    await dialog.getByText('This ends the session.').waitFor();
    await dialog.getByRole('button', { name: 'End all' }).click();
    await expect.poll(() => mock.sessions.list()).toEqual([]);
    // The console may still be loading something of a session when that ends.
    expect(complaints.filter((text) => !text.includes('status of 404'))).toEqual([]);
  });

  it('stays in a session that cannot be ended, and says why', async () => {
    const { mock, page, view, goTo } = await openConsole(browser, { place: 'sessions' });
    mock.sessions.create('worker-1');
    await goTo('sessions?session=worker-1');
    const failure = { status: 503, json: { error: { message: 'Not now' } } };
    await page.route(/__mock\/sessions(\/worker-1)?$/, (route) =>
      route.request().method() === 'DELETE' ? route.fulfill(failure) : route.continue(),
    );
    for (const name of ['End', 'End all']) {
      await view.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name }).click();
      await view.getByRole('alert').getByText('Not now').waitFor();
      expect(page.url()).toContain('session=worker-1');
    }
  });

  it('has no barrier that axe finds, light or dark, on a desktop or a phone', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { place: 'sessions' });
    mock.sessions.create();
    mock.sessions.create('worker-1');
    await view.getByRole('button', { name: 'Enter worker-1' }).waitFor();
    await expectAccessibleAnywhere(page);
    expect(complaints).toEqual([]);
  });
});
