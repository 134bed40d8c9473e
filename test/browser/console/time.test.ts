import { createMock } from 'briefs-mock';
import { newsroom, scenarios } from 'briefs-mock/seeds';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedChromium } from '../chromium.js';
import {
  expectAccessible,
  expectAccessibleAnywhere,
  holdCall,
  type OpenConsole,
  type OpenOptions,
  openConsole,
} from './open-console.js';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});

const BOOKMARK = { email: 'alice@acme.example', brief_slug: 'front-page' };

/** A console of a mock with three changes: a request, a control call, and a call in the process. */
async function openChanged(options: OpenOptions = {}): Promise<OpenConsole & { readonly bookmarks: number }> {
  const mock = createMock({ scenario: newsroom, scenarios });
  const bookmarks = mock.data.bookmark.count();
  const [document] = mock.data.brief_document.findMany({
    where: {
      brief_id: {
        equals: mock.data.brief.findFirst({ where: { slug: { equals: BOOKMARK.brief_slug } } })?.id as string,
      },
    },
    take: 1,
  });
  const authorization = `Bearer ${mock.tokenFor(BOOKMARK.email)}`;
  await mock.fetch(`/public-api/v1/bookmark/${BOOKMARK.brief_slug}/${document?.gid}`, {
    method: 'POST',
    headers: { authorization },
  });
  await mock.fetch('/__mock/data/user/1', { method: 'PATCH', body: JSON.stringify({ lname: 'Berg' }) });
  mock.data.application.create({ name: 'One more' });
  expect([mock.data.bookmark.count(), mock.revision]).toEqual([bookmarks + 1, 3]);
  // After the changes: a console that is open already may show some of them only.
  return { ...(await openConsole(browser, { ...options, existing: mock })), bookmarks };
}

describe('The clock', () => {
  it('runs, freezes, advances, and goes back to the time of the baseline', async () => {
    const { mock, view, complaints } = await openConsole(browser, { place: 'time' });
    await view.getByRole('button', { name: '+ 1 week' }).click();
    await view.getByText('2026-03-11 09:00:00 UTC').first().waitFor();
    await view.getByRole('button', { name: '+ 1 minute' }).click();
    await expect.poll(() => mock.clock.toString()).toBe('2026-03-11T09:01:00.000Z');
    await view.getByRole('spinbutton', { name: 'Advance by' }).fill('-2');
    await view.getByRole('combobox', { name: 'Unit' }).selectOption('hours');
    await view.getByRole('button', { name: 'Advance', exact: true }).click();
    await expect.poll(() => mock.clock.toString()).toBe('2026-03-11T07:01:00.000Z');
    await view.getByRole('button', { name: 'Run' }).click();
    await view.getByRole('button', { name: 'Freeze' }).click();
    await view.getByRole('button', { name: 'Run' }).waitFor();
    await view.getByRole('button', { name: 'Back to the time of the baseline' }).click();
    await expect.poll(() => mock.clock.toString()).toBe('2026-03-04T09:00:00.000Z');
    expect(complaints).toEqual([]);
  });

  it('is set to a date and time', async () => {
    const { mock, view, complaints } = await openConsole(browser, { place: 'time' });
    await view.getByLabel('Set to').fill('2030-12-24T18:30:15');
    await view.getByRole('button', { name: 'Set', exact: true }).click();
    await expect.poll(() => mock.clock.toString()).toBe('2030-12-24T18:30:15.000Z');
    expect(complaints).toEqual([]);
  });

  it('keeps the time that somebody types while another one is being set', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { place: 'time' });
    const time = view.getByLabel('Set to');
    const setting = await holdCall(page, 'PUT', 'clock');
    await time.fill('2030-12-24T18:30:15');
    await view.getByRole('button', { name: 'Set', exact: true }).click();
    await setting.isMade();
    await time.fill('2030-12-31T23:59:59');
    await setting.finish();
    await page.getByRole('banner').getByText('2030-12-24 18:30:15 UTC').waitFor();
    expect(mock.clock.toString()).toBe('2030-12-24T18:30:15.000Z');
    expect(await time.inputValue()).toBe('2030-12-31T23:59:59');
    expect(complaints).toEqual([]);
  });

  it('lets nobody run or freeze the clock before it knows which of them is to be done', async () => {
    const { page, view, goTo, complaints } = await openConsole(browser, { place: 'time' });
    // Ends what the page is still loading.
    await page.goto('about:blank');
    const reading = await holdCall(page, 'GET', 'clock');
    await goTo('time');
    await reading.isMade();
    const button = view.getByRole('button', { name: /^(Run|Freeze)$/ });
    await button.waitFor();
    expect(await button.isEnabled()).toBe(false);
    await reading.finish();
    await view.getByRole('button', { name: 'Run' }).click();
    await view.getByRole('button', { name: 'Freeze' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('says why it cannot advance so far', async () => {
    const { view } = await openConsole(browser, { place: 'time' });
    await view.getByRole('spinbutton', { name: 'Advance by' }).fill('1000000');
    await view.getByRole('combobox', { name: 'Unit' }).selectOption('weeks');
    await view.getByRole('button', { name: 'Advance', exact: true }).click();
    await view.getByRole('alert').getByText('9999-12-31').waitFor();
  });

  it('does not repeat why it was refused after another control has worked', async () => {
    const { mock, view } = await openConsole(browser, { place: 'time' });
    await view.getByLabel('Set to').fill('2026-03-05T00:00:00');
    await view.getByRole('spinbutton', { name: 'Advance by' }).fill('1000000000');
    await view.getByRole('button', { name: 'Advance', exact: true }).click();
    await view.getByRole('alert').getByText('9999-12-31').waitFor();
    await view.getByRole('button', { name: '+ 1 day' }).click();
    await expect.poll(() => mock.clock.toString()).toBe('2026-03-05T09:00:00.000Z');
    await expect.poll(() => view.getByRole('alert').count()).toBe(0);
  });
});

describe('The history', () => {
  it('lists the changes with their causes, newest first, and a request leads to the journal', async () => {
    const { page, view, complaints } = await openChanged({ place: 'time' });
    await expect.poll(() => view.getByRole('row').count()).toBe(4);
    const rows = await view.getByRole('row').allInnerTexts();
    expect(rows[1]).toMatch(/^3\s+mock.data.application.create call in the process\s+application: 1 created/);
    expect(rows[2]).toMatch(/^2\s+user 1 edited PATCH \/__mock\/data\/user\/1\s+user: 1 updated/);
    expect(rows[3]).toMatch(/^1\s+POST \/public-api\/v1\/bookmark\/front-page\/\S+ request\s+bookmark: 1 created/);
    await view.getByRole('link', { name: 'POST /public-api' }).click();
    expect(page.url()).toMatch(/#\/requests\/\d+$/);
    expect(complaints).toEqual([]);
  });

  it('says what control calls did in plain words, and from when to when the clock went', async () => {
    const { mock, view, complaints } = await openConsole(browser, { place: 'time' });
    const call = async (method: string, path: string, body?: object) => {
      const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
      expect((await mock.fetch(`/__mock/${path}`, init)).status).toBeLessThan(300);
    };
    await call('PUT', 'clock', { advance_seconds: 3600 });
    await call('PUT', 'clock', { frozen: false });
    await call('DELETE', 'clock');
    await call('POST', 'data/brief', { id: '50% off', name: 'Sale' });
    await call('PATCH', 'data/brief/50% off', { name: 'Sales' });
    await call('POST', 'data', [{ table: 'user', key: '4', remove: true }]);
    await call('POST', 'data/application', { name: 'One more' });
    await call('DELETE', 'data/user/3');
    await call('POST', 'tokens', { email: 'alice@acme.example' });
    await call('PUT', 'snapshots/before-all');
    await call('POST', 'snapshots/before-all/restore');
    await call('POST', 'rewind', { revision: 1 });
    await call('POST', 'reset');
    await expect.poll(() => view.getByRole('row').count()).toBe(13);
    const rows = await view.getByRole('row').allInnerTexts();
    expect(rows.slice(1).map((text) => text.split(/\s+[A-Z]{3,} /)[0]?.replace(/^\d+\s+/, ''))).toEqual([
      'Reset',
      'Rewind',
      'Snapshot before-all restored',
      'Token issued',
      'user 3 deleted',
      'application created',
      'Records changed',
      'brief 50% off edited',
      'brief created',
      'Clock set back to the baseline',
      'Clock changed',
      'Clock changed',
    ]);
    const first = view.getByRole('row').nth(12);
    await first.getByText('2026-03-04 09:00:00 UTC, frozen → 2026-03-04 10:00:00 UTC, frozen').waitFor();
    await view.getByRole('row').nth(11).getByText('10:00:00 UTC, running').waitFor();
    // In the process, too.
    mock.clock.advance({ days: 1 });
    const last = view.getByRole('row').filter({ hasText: 'mock.clock.advance' });
    await last.getByText('2026-03-04 09:00:00 UTC, frozen → 2026-03-05 09:00:00 UTC, frozen').waitFor();
    expect(complaints).toEqual([]);
  });

  it('has its scale and its buttons in the same places before and after the first change', async () => {
    const { mock, view, complaints } = await openConsole(browser, { place: 'time' });
    const slider = view.getByRole('slider', { name: 'Revision' });
    await view.getByText('Nothing has changed yet.').waitFor();
    expect(await slider.isDisabled()).toBe(true);
    expect(await view.getByRole('button', { name: 'Undo the last change' }).isDisabled()).toBe(true);
    const freeze = view.getByRole('button', { name: 'Run' });
    const before = await freeze.boundingBox();
    mock.data.application.create({ name: 'One more' });
    await expect.poll(() => slider.isEnabled()).toBe(true);
    expect(await freeze.boundingBox()).toEqual(before);
    expect(complaints).toEqual([]);
  });

  it('breaks no word of the heads of its table on a narrow page', async () => {
    const { view, complaints } = await openChanged({ width: 360, place: 'time' });
    const heads = view.getByRole('columnheader');
    await expect.poll(() => heads.count()).toBe(4);
    const broken = await heads.evaluateAll((elements) =>
      elements.flatMap(({ firstChild: text }) =>
        [...(text?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text as Node, index);
          range.setEnd(text as Node, index + word.length);
          return range.getClientRects().length > 1 ? [word] : [];
        }),
      ),
    );
    expect(broken).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('shows what a change did, and what differs from now', async () => {
    const { mock, view, complaints } = await openChanged({ place: 'time/2' });
    const did = view.getByRole('region', { name: 'What this change did' });
    const row = did.getByRole('table', { name: 'Changes of user 1' }).getByRole('row', { name: 'lname' });
    await expect.poll(() => row.getByRole('cell').allInnerTexts()).toEqual(['Moreau', 'Berg']);
    const since = view.getByRole('region', { name: 'What has changed since then' });
    await since.getByText('One more').waitFor();
    mock.data.application.update({ where: { name: { equals: 'One more' } }, data: { name: 'Another' } });
    await since.getByText('Another').waitFor();
    expect(complaints).toEqual([]);
  });

  it('goes back to before a change, says what that takes back, and undoes it', async () => {
    const { mock, page, view, bookmarks, complaints } = await openChanged({ place: 'time' });
    await view.getByRole('link', { name: '1', exact: true }).click();
    await view.getByRole('button', { name: 'Go back to before this' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This takes back the last 3 changes').waitFor();
    await dialog.getByText('as revision 3').waitFor();
    await dialog.getByRole('button', { name: 'Go back to before this' }).click();
    await expect.poll(() => mock.data.bookmark.count()).toBe(bookmarks);
    await expect.poll(() => view.getByRole('slider', { name: 'Revision' }).getAttribute('max')).toBe('4');
    await view.getByRole('button', { name: 'Undo the last change' }).click();
    await dialog.getByText('This undoes revision 4: Rewind.').waitFor();
    await dialog.getByRole('button', { name: 'Undo the last change' }).click();
    await expect.poll(() => mock.data.bookmark.count()).toBe(bookmarks + 1);
    expect(mock.changes({ since: 3 })).toEqual({ tables: {} });
    expect(complaints).toEqual([]);
  });

  it('goes back to a revision', async () => {
    const { mock, page, view, bookmarks, complaints } = await openChanged({ place: 'time/1' });
    await view.getByRole('button', { name: 'Go back to here' }).click();
    await page.getByRole('dialog').getByText('This takes back the last 2 changes').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Go back to here' }).click();
    await expect.poll(() => mock.changes({ since: 1 })).toEqual({ tables: {} });
    expect(mock.data.bookmark.count()).toBe(bookmarks + 1);
    expect(complaints).toEqual([]);
  });

  it('branches a session, and enters it', async () => {
    const { mock, page, view, bookmarks, complaints } = await openChanged({ place: 'time/1' });
    await view.getByRole('button', { name: 'Branch from here' }).click();
    await expect.poll(() => mock.sessions.list().length).toBe(1);
    const [session] = mock.sessions.list();
    await expect.poll(() => page.url()).toContain(`#/time?session=${session?.id}`);
    const branch = mock.sessions.get(session?.id as string);
    expect([branch.data.bookmark.count(), branch.data.user.findFirst({ where: { id: { equals: 1 } } })?.lname]).toEqual(
      [bookmarks + 1, 'Moreau'],
    );
    await view.getByText('Nothing has changed yet.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('is a line to move along by keyboard, and "back" leaves it', async () => {
    const { page, view, goTo, complaints } = await openChanged({ place: 'time' });
    const slider = view.getByRole('slider', { name: 'Revision' });
    // It is disabled until the history is loaded.
    await expect.poll(() => slider.isEnabled()).toBe(true);
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await view.getByRole('heading', { name: 'Revision 2' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await view.getByRole('heading', { name: 'Revision 1' }).waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toBe('revision 1 of 0 to 3');
    await page.keyboard.press('Home');
    await view.getByText('The state before the first change that is kept.').waitFor();
    await page.keyboard.press('End');
    await view.getByRole('heading', { name: 'Revision 3' }).waitFor();
    expect(await slider.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element)).toBe(
      true,
    );
    await expect.poll(() => page.url()).toMatch(/#\/time\/3$/);
    await goTo('people');
    await page.goBack();
    expect(page.url()).toMatch(/#\/time\/3$/);
    // A browser ignores new addresses when they come fast for long.
    await page.evaluate(() => Object.assign(history, { replaceState: () => {} }));
    await expect.poll(() => slider.isEnabled()).toBe(true);
    await slider.press('Home');
    await view.getByRole('heading', { name: 'Revision 0' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('is played also while further changes come', async () => {
    const { mock, page, view, complaints } = await openChanged({ place: 'time/1' });
    await view.getByRole('button', { name: 'Play' }).click();
    const change = () => {
      mock.clock.advance({ minutes: 1 });
      return page.url();
    };
    await expect.poll(change, { interval: 200 }).toMatch(/time\/[2-9]/);
    expect(complaints).toEqual([]);
  });

  it('says that a revision is no longer kept, and keeps the scale and the pages to those that are', async () => {
    const { mock, view, goTo, complaints } = await openConsole(browser, {
      place: 'time',
      mock: { history: { limit: 60 } },
    });
    for (let i = 0; i < 70; i++) mock.data.application.create({ name: `Application ${i}` });
    await expect.poll(() => view.getByRole('slider', { name: 'Revision' }).getAttribute('min')).toBe('10');
    await expect.poll(() => view.getByRole('row').count()).toBe(51);
    await view.getByRole('link', { name: 'Older' }).click();
    await expect.poll(() => view.getByRole('row').count()).toBe(11);
    await view.getByRole('link', { name: '11', exact: true }).waitFor();
    await goTo('time/3');
    await view.getByText('Revision 3 is no longer kept. The session keeps the revisions 10 to 70.').waitFor();
    await goTo('time/71');
    await view.getByText('There is no such revision.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows the changes of a reset without a barrier, few of them at first', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { place: 'time' });
    mock.reset({ scenario: 'empty' });
    await view.getByRole('link', { name: '1', exact: true }).first().click();
    await view.getByRole('heading', { name: /^article \d+ removed$/ }).waitFor();
    await expectAccessible(page);
    const article = view.getByRole('region', { name: 'Changes of article' });
    expect(await article.getByText('removed', { exact: true }).count()).toBe(50);
    await article.getByRole('button', { name: 'Show 50 more' }).click();
    await expect.poll(() => article.getByText('removed', { exact: true }).count()).toBe(100);
    await view.getByRole('row', { name: 'Scenario newsroom empty' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('says that the mock keeps no history', async () => {
    const { view } = await openConsole(browser, { place: 'time', mock: { history: false } });
    await view.getByRole('alert').getByText('keeps no history').waitFor();
  });

  it('has no barrier that axe finds, light or dark, on a desktop or a phone', async () => {
    const { page, view, goTo, complaints } = await openChanged({ place: 'time' });
    await view.getByRole('link', { name: 'POST /public-api' }).waitFor();
    await expectAccessibleAnywhere(page);
    await goTo('time/1');
    await view.getByText(/^created application \d+$/).click();
    await view.getByText('One more').waitFor();
    await expectAccessibleAnywhere(page);
    expect(complaints).toEqual([]);
  });
});
