import { createMock } from 'briefs-mock';
import { newsroom, scenarios } from 'briefs-mock/seeds';
import { createServer, type ServerOptions } from 'briefs-mock/server';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { setVisibility, sharedChromium } from '../chromium.js';
import { expectAccessible, expectAccessibleAnywhere, openConsole } from './open-console.js';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});

describe('The console', () => {
  it('opens at the root of the server, and shows scenario, seed, time and fingerprint', async () => {
    const { mock, server, page, complaints } = await openConsole(browser);
    await page.goto(server.url);
    expect(page.url()).toMatch(`${server.url}/__mock/`);
    const bar = page.getByRole('banner');
    await bar.getByText('newsroom').waitFor();
    await bar.getByText('2026-03-04 09:00:00 UTC').waitFor();
    await bar.getByText((await mock.fingerprint()).slice(0, 12)).waitFor();
    expect(complaints).toEqual([]);
  });

  it('has no barrier that axe finds, light or dark, on a desktop or a phone', async () => {
    const { page } = await openConsole(browser, { place: 'scenarios' });
    await page.getByRole('heading', { name: 'newsroom' }).waitFor();
    await expectAccessibleAnywhere(page);
  });

  it('shows the present view in the menu, also if the menu is wider than the page', async () => {
    const { page } = await openConsole(browser, { width: 360, place: 'scenarios' });
    const link = page.getByRole('navigation').getByRole('link', { name: 'Scenarios' });
    await expect.poll(async () => ((await link.boundingBox())?.x ?? 1000) < 360).toBe(true);
  });

  it('resets the session after asking', async () => {
    const { mock, page } = await openConsole(browser);
    mock.data.application.create({ name: 'One more' });
    const before = mock.data.application.count();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => mock.data.application.count()).toBe(before - 1);
    mock.sessions.create('worker-1');
    await page.getByLabel('Session').selectOption('worker-1');
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('dialog').waitFor();
    // The question was about the other session.
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  it('starts no scenario with a seed that cannot be read, and forgets that another one was refused', async () => {
    const { mock, page, view } = await openConsole(browser, { place: 'scenarios' });
    const seed = view.getByRole('spinbutton', { name: 'Seed' });
    const start = view.getByRole('button', { name: 'Start newsroom' });
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Start newsroom' });
    const alerts = view.getByRole('alert');
    await seed.fill('99999999999999999999');
    await start.click();
    await confirm.click();
    await alerts.getByText('seed').waitFor();
    await seed.fill('');
    await page.keyboard.type('-');
    await start.click();
    await expect.poll(() => seed.evaluate((field) => field.matches(':focus:invalid'))).toBe(true);
    expect([await page.getByRole('dialog').count(), await alerts.count(), mock.revision]).toEqual([0, 0, 0]);
    await seed.fill('7');
    await start.click();
    await confirm.click();
    await page.getByRole('banner').getByText('seed 7').waitFor();
  });
});

describe('The console of a protected server', () => {
  it('asks for the control token until it is right, and keeps it for the tab', async () => {
    const { server, page, mock } = await openProtected();
    await page.goto(`${server.url}/__mock/#/scenarios`);
    await page.getByLabel('Control token').fill('wrong');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('is not valid').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Control token').fill('c0ntrol');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'newsroom' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'newsroom' }).waitFor();
    expect(page.url()).not.toContain('c0ntrol');
    // Another server, with another token, was at this address for a while.
    await page.route('**/__mock/*', (route) => route.fulfill({ status: 401, json: {} }));
    await page.getByRole('link', { name: 'Faults' }).click();
    await page.getByText('is not valid').waitFor();
    await page.getByLabel('Control token').fill('c0ntrol');
    // From now on, the form may go by itself, with the answer to what is still asked for.
    await page.unroute('**/__mock/*');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Faults' }).waitFor();
    expect(mock.requests.all()).toEqual([]);
  });

  it('does not call a token wrong before the server has refused it', async () => {
    const { server, page } = await openProtected();
    await page.goto(`${server.url}/__mock/#/scenarios`);
    const token = page.getByLabel('Control token');
    await token.fill('c0ntrol');
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/__mock/**', (route) => isAnswered.then(() => route.continue()));
    const checking = page.waitForRequest((request) => request.headers().authorization === 'Bearer c0ntrol');
    await token.press('Enter');
    await checking;
    expect(await page.getByText('is not valid').count()).toBe(0);
    answer();
    await page.getByRole('heading', { name: 'newsroom' }).waitFor();
  });

  it('asks for the token without an error above, and asks the server once', async () => {
    const { server, page } = await openProtected();
    await page.clock.install();
    const connections: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/__mock/events')) connections.push(request.url());
    });
    await page.goto(`${server.url}/__mock/#/scenarios`);
    await page.getByLabel('Control token').waitFor();
    await page.clock.runFor(10_000);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(connections).toHaveLength(1);
    await page.getByLabel('Control token').fill('c0ntrol');
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByText('live', { exact: true }).waitFor();
  });

  it('does not exist without a control API', async () => {
    const { server, page } = await openProtected({ control: false });
    expect((await page.goto(`${server.url}/__mock/`))?.status()).toBe(404);
  });

  async function openProtected(options: ServerOptions = { control: { token: 'c0ntrol' } }) {
    const mock = createMock({ scenario: newsroom, scenarios });
    const server = await createServer(mock, { port: 0, ...options }).listen();
    onTestFinished(() => server.close());
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    return { mock, server, page: await context.newPage() };
  }
});

describe('The console and the control API', () => {
  it('says that the connection is lost, and goes on when the server is back', async () => {
    const { mock, server, page, view } = await openConsole(browser, { place: 'state' });
    const { port } = server;
    await server.close();
    await page.getByRole('alert').getByText('The connection to the mock is lost').waitFor();
    await page.getByRole('link', { name: 'Waste' }).click();
    await view.getByRole('alert').getByText('The mock does not answer').waitFor();
    mock.data.application.create({ name: 'Meanwhile' });
    const again = await createServer(mock, { port }).listen();
    onTestFinished(() => again.close());
    await page.getByRole('banner').getByText('live', { exact: true }).waitFor();
    await view.getByText('requests in the journal').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await page.goto(`${again.url}/__mock/#/state/application`);
    await page.getByRole('table').getByText('Meanwhile').waitFor();
  });

  it('asks for everything once when it opens, after the mock can tell what changes', async () => {
    const { page, goTo, view } = await openConsole(browser, { place: 'people' });
    await page.goto('about:blank');
    const calls: string[] = [];
    page.on('request', (request) => {
      const [, call] = request.url().split('/__mock/');
      if (call && !call.startsWith('console/')) calls.push(call);
    });
    await goTo('people');
    await view.getByRole('link', { name: 'alice@acme.example' }).waitFor();
    // The fingerprint is asked for last.
    await expect.poll(() => calls).toContain('health?fingerprint');
    expect(calls[0]).toBe('events');
    expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted());
  });

  it('shows what it gets although a proxy holds the events back', async () => {
    const { page, goTo, view } = await openConsole(browser, { place: 'people' });
    await page.goto('about:blank');
    await page.route('**/__mock/events', () => {});
    await goTo('people');
    await view.getByRole('link', { name: 'alice@acme.example' }).waitFor();
    expect(await page.getByRole('banner').getByText('connecting').count()).toBe(1);
  });

  it('gives its connection up while its page is hidden, and gets what it missed when it is visible again', async () => {
    const { mock, page, view } = await openConsole(browser, { place: 'requests' });
    await mock.fetch('/public-api/v1/brief?of=before');
    await view.getByText('of=before').waitFor();
    const isClosed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/__mock/events'));
    await setVisibility(page, 'hidden');
    await isClosed;
    await mock.fetch('/public-api/v1/brief?of=meanwhile');
    const isOpened = page.waitForRequest('**/__mock/events');
    await setVisibility(page, 'visible');
    await view.getByText('of=meanwhile').waitFor();
    expect((await isOpened).headers()).toHaveProperty('last-event-id');
    expect(await page.getByRole('banner').getByText('live', { exact: true }).count()).toBe(1);
  });

  it('shows the data of another mock that has taken the place of the server, although its numbers are higher', async () => {
    const { mock, server, page, view } = await openConsole(browser, { place: 'requests' });
    mock.data.user.update({ where: { id: { equals: 1 } }, data: { fname: 'Former' } });
    await mock.fetch('/public-api/v1/brief?of=former');
    await view.getByText('of=former').waitFor();
    await page.goto(`${server.url}/__mock/#/state/user/1`);
    const name = view.getByRole('textbox', { name: 'fname' });
    await name.waitFor();
    const { port } = server;
    await server.close();
    await page.getByRole('alert').getByText('The connection to the mock is lost').waitFor();
    const next = createMock({ scenario: newsroom, scenarios, seed: 7 });
    next.data.user.update({ where: { id: { equals: 1 } }, data: { fname: 'Another' } });
    for (let n = 0; n < 3; n++) await next.fetch(`/public-api/v1/brief?of=next${n}`);
    const again = await createServer(next, { port }).listen();
    onTestFinished(() => again.close());
    await page.getByRole('banner').getByText('live', { exact: true }).waitFor();
    await expect.poll(() => name.inputValue()).toBe('Another');
    await page.goto(`${again.url}/__mock/#/requests`);
    await view.getByText('of=next0').waitFor();
    expect(await view.getByText('of=former').count()).toBe(0);
  });

  it('says that there is no such session, or no longer, and leads to the default session', async () => {
    const { mock, page, goTo } = await openConsole(browser);
    const alert = page.locator('.failure.across');
    const state = (text: string) => page.getByRole('banner').getByText(text, { exact: true }).waitFor();
    await goTo('requests?session=nosuch');
    await alert.getByText('There is no session "nosuch". ').waitFor();
    await state('no session');
    await alert.getByRole('button', { name: 'Enter the default session' }).click();
    await state('live');
    await goTo('requests?session=€');
    await alert.getByText('must be a name of 1 to 64 letters').waitFor();
    await alert.getByRole('button', { name: 'Enter the default session' }).click();
    await state('live');
    await goTo('requests?session=');
    await state('live');
    mock.sessions.create('worker-1');
    await goTo('requests?session=worker-1');
    await state('live');
    mock.sessions.end('worker-1');
    await alert.getByText('There is no session "worker-1": it has ended').waitFor();
    expect(await page.getByText('connection to the mock is lost').count()).toBe(0);
  });

  it('shows what the control API says when a call fails, and works again afterwards', async () => {
    const { page, view } = await openConsole(browser, { place: 'scenarios' });
    const failure = { status: 500, json: { error: { code: 'internal_error', message: 'The mock has a bug' } } };
    await page.route('**/__mock/faults', (route) => route.fulfill(failure));
    await page.getByRole('link', { name: 'Faults' }).click();
    await view.getByText('The mock has a bug').waitFor();
    await page.unroute('**/__mock/faults');
    await page.getByRole('link', { name: 'Time' }).click();
    await page.getByRole('link', { name: 'Faults' }).click();
    await view.getByText('Add a rule').waitFor();
    expect(await view.getByText('The mock has a bug').count()).toBe(0);
  });

  it.each([
    ['requests/.', 'This request is no longer in the journal'],
    ['state/user/.', '"." cannot be a name in an address'],
    ['state/user/..', '".." cannot be a name in an address'],
    ['snapshots/..', '".." cannot be a name in an address'],
  ])('finds nothing at #/%s, which no call can name', async (place, text) => {
    const { view, complaints } = await openConsole(browser, { place });
    await view.getByText(text).waitFor();
    expect(await view.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('shows the changes that somebody makes in another console', async () => {
    const { server, context, page, mock } = await openConsole(browser, { place: 'time' });
    const other = await context.newPage();
    await other.goto(`${server.url}/__mock/#/time`);
    await other.getByRole('button', { name: '+ 1 week' }).click();
    await page.getByRole('banner').getByText('2026-03-11 09:00:00 UTC').waitFor();
    expect(mock.clock.toString()).toBe('2026-03-11T09:00:00.000Z');
  });

  it('an address leads to the same view in the same session, and back and forward work', async () => {
    const { mock, server, page } = await openConsole(browser, { place: 'requests' });
    mock.sessions.create('worker-1').data.application.create({ name: 'Of the session' });
    await page.goto(`${server.url}/__mock/s/worker-1/__mock/#/state/application`);
    await page.getByRole('table').getByText('Of the session').waitFor();
    await page.getByRole('link', { name: 'Faults' }).click();
    await page.getByText('Add a rule').waitFor();
    // It leads to where one is already.
    await page.getByRole('link', { name: 'Faults' }).click();
    await page.goBack();
    await page.getByRole('table').getByText('Of the session').waitFor();
    await page.goForward();
    await page.getByText('Add a rule').waitFor();
    expect(page.url()).toContain('#/faults?session=worker-1');
    const session = page.getByLabel('Session');
    await session.selectOption('default');
    await page.reload();
    await page.getByRole('banner').getByText('live', { exact: true }).waitFor();
    expect(await session.inputValue()).toBe('');
  });

  it('starts with a button that skips to the view', async () => {
    const { page, view, complaints } = await openConsole(browser, { place: 'time' });
    await page.keyboard.press('Tab');
    const skip = page.getByRole('button', { name: 'Skip to the view' });
    await expectAccessible(page);
    expect(await page.evaluate(focusedText)).toBe('Skip to the view');
    expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    expect(await view.evaluate((main) => (main.getRootNode() as ShadowRoot).activeElement === main)).toBe(true);
    expect(page.url()).toMatch(/#\/time$/);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(focusedText)).toBe('0');
    expect(complaints).toEqual([]);
  });

  it('can be used with the keyboard alone', async () => {
    const { mock, page } = await openConsole(browser, { place: 'requests' });
    const focusOn = async (name: string) => {
      for (let steps = 0; steps < 60; steps++) {
        await page.keyboard.press('Tab');
        if ((await page.evaluate(focusedText)) === name) return;
      }
      throw new Error(`Tab does not lead to ${name}`);
    };
    await focusOn('Time');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await focusOn('+ 1 day');
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByText('2026-03-05 09:00:00 UTC').waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await focusOn('Reset');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(mock.clock.toString()).toBe('2026-03-05T09:00:00.000Z');
  });
});

/** The text of the focused element, in the shadow root of the console. */
function focusedText(): string | null | undefined {
  return document.activeElement?.shadowRoot?.activeElement?.textContent?.trim();
}
