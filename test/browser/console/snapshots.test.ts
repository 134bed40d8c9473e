import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from 'briefs-mock';
import { empty, newsroom } from 'briefs-mock/seeds';
import type { Browser, Download, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { resealed } from '../../support/state-files.js';
import { sharedChromium } from '../chromium.js';
import { expectAccessible, expectAccessibleAnywhere, holdCall, openConsole } from './open-console.js';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});

async function downloadedBy(page: Page, click: () => Promise<void>): Promise<{ name: string; snapshot: unknown }> {
  const [download] = await Promise.all([page.waitForEvent('download') as Promise<Download>, click()]);
  return {
    name: download.suggestedFilename(),
    snapshot: JSON.parse(await readFile(await download.path(), 'utf8')),
  };
}

function jsonFile(name: string, content: unknown) {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return { name, mimeType: 'application/json', buffer: Buffer.from(text) };
}

describe('Snapshots', () => {
  it('keeps the present state, and asks before it replaces a snapshot', async () => {
    const { mock, page, view, goTo, complaints } = await openConsole(browser, { place: 'snapshots' });
    await view.getByText('No snapshot is kept').waitFor();
    const name = view.getByRole('textbox', { name: 'Keep the present state as' });
    await name.fill('before');
    await view.getByRole('button', { name: 'Keep', exact: true }).click();
    await view.getByRole('row', { name: 'before newsroom seed 1 2026-03-04 09:00:00 UTC' }).waitFor();
    // The list may be there before the answer.
    await expect.poll(() => name.inputValue()).toBe('');
    mock.clock.advance({ hours: 1 });
    await name.fill('before');
    await name.press('Enter');
    await page.getByRole('dialog').getByText('There is a snapshot before already').waitFor();
    expect(mock.snapshots.list()).toMatchObject([{ clock: '2026-03-04T09:00:00.000Z' }]);
    await page.getByRole('dialog').getByRole('button', { name: 'Replace before' }).click();
    await expect.poll(() => mock.snapshots.list()).toMatchObject([{ clock: '2026-03-04T10:00:00.000Z' }]);
    // Also before the list is there.
    await goTo('people');
    const listing = await holdCall(page, 'GET', 'snapshots');
    await goTo('snapshots');
    await listing.isMade();
    mock.clock.advance({ hours: 1 });
    await name.fill('before');
    await name.press('Enter');
    await page.getByRole('dialog').getByText('There is a snapshot before already').waitFor();
    expect(mock.snapshots.list()).toMatchObject([{ clock: '2026-03-04T10:00:00.000Z' }]);
    await listing.finish();
    expect(complaints).toEqual([]);
  });

  it('says at the field which names are allowed', async () => {
    const { view } = await openConsole(browser, { place: 'snapshots' });
    const name = view.getByRole('textbox', { name: 'Keep the present state as' });
    await name.fill('a b');
    await name.press('Enter');
    await view.getByRole('alert').getByText('name must be a name of 1 to 64').waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('true');
  });

  it('restores and deletes a snapshot after asking', async () => {
    const existing = createMock({ scenario: newsroom });
    existing.snapshots.keep('before');
    const { mock, page, view, complaints } = await openConsole(browser, { existing, place: 'snapshots/before' });
    const count = mock.data.application.count();
    mock.data.application.create({ name: 'One more' });
    const dialog = page.getByRole('dialog');
    await view.getByRole('button', { name: 'Restore', exact: true }).click();
    await dialog.getByText('This replaces all records').waitFor();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => mock.data.application.count()).toBe(count);
    await view.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await view.getByText('No snapshot is kept').waitFor();
    await expect.poll(() => page.url()).toMatch(/#\/snapshots$/);
    expect(mock.snapshots.list()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('compares a snapshot with now and with another, by columns', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { place: 'snapshots' });
    mock.snapshots.keep('first');
    mock.data.user.update({ where: { id: { equals: 3 } }, data: { lname: 'Berg' } });
    mock.snapshots.keep('second');
    mock.data.user.update({ where: { id: { equals: 3 } }, data: { lname: 'Ek' } });
    await view.getByRole('link', { name: 'Compare first' }).click();
    const lname = view.getByRole('table', { name: 'Changes of user 3' }).getByRole('row', { name: 'lname' });
    await expect.poll(() => lname.getByRole('cell').allInnerTexts()).toEqual(['Lambert', 'Ek']);
    await view.getByRole('combobox', { name: 'From first to' }).selectOption('second');
    await expect.poll(() => lname.getByRole('cell').allInnerTexts()).toEqual(['Lambert', 'Berg']);
    await expect.poll(() => page.url()).toMatch(/#\/snapshots\/first\?with=second$/);
    // The address is enough for a colleague.
    await page.reload();
    await expect.poll(() => lname.getByRole('cell').allInnerTexts()).toEqual(['Lambert', 'Berg']);
    expect(complaints).toEqual([]);
  });

  it('says that a snapshot does not exist', async () => {
    const { view } = await openConsole(browser, { place: 'snapshots/nothing' });
    await view.getByRole('alert').getByText('There is no snapshot "nothing"').waitFor();
  });

  it('downloads the present state and a snapshot, and restores the file in another mock', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { place: 'snapshots' });
    mock.snapshots.keep('before');
    mock.data.application.create({ name: 'One more' });
    await view.getByRole('link', { name: 'Compare before' }).waitFor();
    const present = await downloadedBy(page, () => view.getByRole('button', { name: 'Download the present' }).click());
    expect(present).toEqual({
      name: 'newsroom-2026-03-04.json',
      snapshot: JSON.parse(JSON.stringify(mock.snapshot())),
    });
    const kept = await downloadedBy(page, () => view.getByRole('button', { name: 'Download', exact: true }).click());
    expect(kept).toEqual({ name: 'before.json', snapshot: JSON.parse(JSON.stringify(mock.snapshots.get('before'))) });

    const other = await openConsole(browser, { place: 'snapshots', mock: { scenario: empty } });
    await other.view.getByLabel('Restore a file').setInputFiles(jsonFile(present.name, present.snapshot));
    await other.view.getByRole('button', { name: 'Restore the file' }).click();
    await other.page.getByRole('dialog').getByRole('button', { name: 'Restore the file' }).click();
    await other.view.getByText('Restored newsroom-2026-03-04.json.').waitFor();
    expect(await other.mock.fingerprint()).toBe(await mock.fingerprint());
    expect([...complaints, ...other.complaints]).toEqual([]);
  });

  it('downloads the present state when it knows what to call the file', async () => {
    const { mock, page, view, goTo } = await openConsole(browser, { place: 'snapshots' });
    mock.sessions.create('other');
    const naming = await holdCall(page, 'GET', 'health');
    await goTo('snapshots?session=other');
    await naming.isMade();
    const button = view.getByRole('button', { name: 'Download the present state' });
    expect(await button.isDisabled()).toBe(true);
    await naming.finish();
    const { name } = await downloadedBy(page, () => button.click());
    expect(name).toBe('newsroom-2026-03-04.json');
  });

  it('restores the state where a trace ends, or after some of its requests', async () => {
    const traced = createMock({ scenario: newsroom });
    const headers = { authorization: 'Bearer alice-token' };
    const { data } = await (await traced.fetch('/public-api/v1/brief/front-page', { headers })).json();
    const mark = `/public-api/v1/bookmark/front-page/${data.gid}`;
    await traced.fetch(mark, { method: 'POST', headers });
    const marked = await traced.fingerprint();
    await traced.fetch(mark, { method: 'DELETE', headers });

    const { mock, page, view, complaints } = await openConsole(browser, { place: 'snapshots' });
    await view.getByLabel('Restore a file').setInputFiles(jsonFile('failed.trace.json', traced.trace()));
    const until = view.getByLabel('After how many requests of the trace');
    const restore = async () => {
      await view.getByRole('button', { name: 'Restore the file' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Restore the file' }).click();
    };
    await until.fill('2');
    await restore();
    await expect.poll(() => mock.fingerprint()).toBe(marked);
    await until.fill('');
    await restore();
    const end = await traced.fingerprint();
    await expect.poll(() => mock.fingerprint()).toBe(end);
    await until.fill('');
    await page.keyboard.type('-');
    await view.getByRole('button', { name: 'Restore the file' }).click();
    await expect.poll(() => until.evaluate((field) => field.matches(':focus:invalid'))).toBe(true);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await view.getByRole('button', { name: 'Compare the file' }).click();
    await expect.poll(() => until.evaluate((field) => field.matches(':focus:invalid'))).toBe(true);
    await until.fill('4');
    await restore();
    await view.getByRole('alert').getByText('must be at most 3').waitFor();
    expect(complaints).toEqual([expect.stringContaining('400')]);
  });

  it('restores a trace in the session where somebody asked for it', async () => {
    const traced = createMock({ scenario: newsroom });
    await traced.fetch('/user-data/v1/user/20', { method: 'DELETE' });
    const { mock, page, view, goTo, complaints } = await openConsole(browser, { place: 'snapshots' });
    const other = mock.sessions.create('other');
    const before = other.fingerprint();
    const replaying = await holdCall(page, 'POST', 'trace/end');
    await view.getByLabel('Restore a file').setInputFiles(jsonFile('trace.json', traced.trace()));
    await view.getByRole('button', { name: 'Restore the file' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore the file' }).click();
    await replaying.isMade();
    await goTo('snapshots?session=other');
    await view.getByText('No snapshot is kept').waitFor();
    await replaying.finish();
    await expect.poll(() => mock.data.user.count()).toBe(traced.data.user.count());
    expect(await other.fingerprint()).toBe(await before);
    expect(complaints).toEqual([]);
  });

  it('says where a file is wrong, and changes nothing', async () => {
    const { mock, page, view } = await openConsole(browser, { place: 'snapshots' });
    const before = await mock.fingerprint();
    const upload = async (content: unknown) => {
      await view.getByLabel('Restore a file').setInputFiles(jsonFile('state.json', content));
      await view.getByRole('button', { name: 'Restore the file' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Restore the file' }).click();
    };
    await view.getByLabel('Restore a file').setInputFiles(jsonFile('state.json', '{'));
    await view.getByRole('button', { name: 'Compare the file' }).click();
    await view.getByRole('alert').getByText('JSON').waitFor();
    await upload('{');
    await view.getByRole('alert').getByText('JSON').waitFor();
    const snapshot = JSON.parse(JSON.stringify(mock.snapshot()));
    snapshot.tables.user[2].email = 7;
    await upload(snapshot);
    await view.getByRole('alert').getByText('user.2.email').waitFor();
    expect(await view.getByRole('alert').count()).toBe(1);
    expect(await mock.fingerprint()).toBe(before);
  });

  it('compares a file with the present state, and restores one that was edited by hand after the box is ticked', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { place: 'snapshots' });
    const snapshot = JSON.parse(JSON.stringify(mock.snapshot()));
    const folder = await mkdtemp(join(tmpdir(), 'snapshots-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'edited.json');
    const choose = async () => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        view.getByLabel('Restore a file').click(),
      ]);
      await chooser.setFiles(file);
    };
    await writeFile(file, JSON.stringify(snapshot));
    await choose();
    snapshot.tables.user[2].lname = 'Berg';
    await writeFile(file, JSON.stringify(snapshot));
    await utimes(file, 0, 0);
    await view.getByRole('button', { name: 'Compare the file' }).click();
    await view.getByRole('alert').getByText('Choose it again').waitFor();
    await choose();
    await view.getByRole('button', { name: 'Compare the file' }).click();
    await view.getByRole('alert').getByText('fingerprint').waitFor();
    await view.getByRole('checkbox', { name: 'The file was edited by hand' }).check();
    await view.getByRole('heading', { name: 'What edited.json changes' }).waitFor();
    const lname = view.getByRole('table', { name: 'Changes of user 3' }).getByRole('row', { name: 'lname' });
    await expect.poll(() => lname.getByRole('cell').allInnerTexts()).toEqual(['Lambert', 'Berg']);
    await expectAccessible(page);
    await view.getByRole('button', { name: 'Restore the file' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore the file' }).click();
    await view.getByText('Restored edited.json.').waitFor();
    expect(mock.data.user.findFirst({ where: { id: { equals: 3 } } })?.lname).toBe('Berg');
    // The browser reports the refusal above itself.
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
  });

  it('shows no comparison of another file than the chosen one, also if it arrives late', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { place: 'snapshots' });
    const snapshot = mock.snapshot();
    const heading = view.getByRole('heading', { name: 'What first.json changes' });
    const choose = (name: string) => view.getByLabel('Restore a file').setInputFiles(jsonFile(name, snapshot));
    const compare = () => view.getByRole('button', { name: 'Compare the file' }).click();
    await choose('first.json');
    await compare();
    await heading.waitFor();
    await choose('second.json');
    await heading.waitFor({ state: 'detached' });
    await choose('first.json');
    const comparing = await holdCall(page, 'POST', 'changes');
    await compare();
    await comparing.isMade();
    await choose('second.json');
    await comparing.finish();
    await expect.poll(() => view.getByRole('button', { name: 'Compare the file' }).isEnabled()).toBe(true);
    expect(await heading.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('opens all changed records at once', async () => {
    const { mock, view } = await openConsole(browser, { place: 'snapshots' });
    mock.snapshots.keep('first');
    for (let i = 0; i < 7; i++) mock.data.application.create({ name: `Application ${i}` });
    await view.getByRole('link', { name: 'Compare first' }).click();
    await view.getByText('7 created').waitFor();
    expect(await view.getByRole('table', { name: /^Changes of application/ }).count()).toBe(0);
    await view.getByRole('button', { name: 'Open all' }).click();
    await expect.poll(() => view.getByRole('table', { name: /^Changes of application/ }).count()).toBe(7);
  });

  it('says which columns of another version it drops', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { place: 'snapshots' });
    const file = resealed(mock, ({ tables }) => {
      for (const user of tables.user) user.nickname = 'x';
    });
    await view.getByLabel('Restore a file').setInputFiles(jsonFile('old.json', file));
    await view.getByRole('button', { name: 'Restore the file' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore the file' }).click();
    await view.getByRole('status').getByText('were dropped: user.nickname').waitFor();
    expect(complaints).toEqual([]);
  });

  it('has no barrier that axe finds, light or dark, on a desktop or a phone', async () => {
    const { mock, page, view, goTo, complaints } = await openConsole(browser, { place: 'snapshots' });
    mock.snapshots.keep('a-snapshot-with-a-long-name-that-does-not-break-anywhere');
    mock.snapshots.keep('first');
    mock.data.user.update({ where: { id: { equals: 3 } }, data: { lname: 'Berg' } });
    await view.getByRole('link', { name: 'Compare first' }).waitFor();
    await expectAccessibleAnywhere(page);
    await goTo('snapshots/first');
    await view.getByText('Lambert').waitFor();
    await expectAccessibleAnywhere(page);
    expect(complaints).toEqual([]);
  });
});
