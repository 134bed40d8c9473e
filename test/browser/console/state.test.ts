import { awkwardContent } from 'briefs-mock/seeds';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedChromium } from '../chromium.js';
import { expectAccessibleAnywhere, holdCall, isFocused, openConsole } from './open-console.js';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});

const byId = (id: number) => ({ where: { id: { equals: id } } });

describe('The view State', () => {
  it('lists the tables with their counts and what differs from the baseline, live', async () => {
    const { mock, view, complaints } = await openConsole(browser, { place: 'state' });
    const tables = view.getByRole('table', { name: 'Tables' });
    await tables.getByRole('row', { name: 'user 40' }).waitFor();
    mock.data.application.create({ name: 'One more' });
    await tables.getByRole('row', { name: 'application 4 1 created' }).waitFor();
    await tables.getByRole('link', { name: 'user', exact: true }).click();
    await view.getByRole('table', { name: 'Records of user' }).getByRole('link', { name: '1', exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('searches and sorts, in the address', async () => {
    const { mock, page, view } = await openConsole(browser, { place: 'state/user' });
    const rows = view.getByRole('table', { name: 'Records of user' }).getByRole('row');
    await view.getByText('40 records.').waitFor();
    await view.getByLabel('Search').fill('MERIDIAN');
    await view.getByText('with “MERIDIAN” in some column').waitFor();
    await view.getByRole('button', { name: 'fname' }).click();
    await expect.poll(() => page.url()).toContain('search=MERIDIAN&sort=fname');
    const names = async () => {
      const texts = await rows.allInnerTexts();
      return texts.slice(1).map((text) => text.split('\n')[2]);
    };
    const matching = mock.data.user.getAll().filter((user) => /meridian/i.test(Object.values(user).join('\n')));
    const ascending = matching.map(({ fname }) => fname).toSorted();
    expect(ascending.length).toBeGreaterThan(2);
    await expect.poll(names).toEqual(ascending);
    await view.getByRole('button', { name: 'fname' }).click();
    await expect.poll(names).toEqual(ascending.toReversed());
    expect(await view.getByRole('columnheader', { name: 'fname' }).getAttribute('aria-sort')).toBe('descending');
    await expect.poll(() => page.url()).toContain('sort=-fname');
    await page.reload();
    await expect.poll(names).toEqual(ascending.toReversed());
    await view.getByRole('button', { name: 'fname' }).click();
    await expect.poll(() => page.url()).not.toContain('sort=');
  });

  it('edits the changed columns of a record only, and marks what differs from the baseline', async () => {
    const { mock, view, complaints } = await openConsole(browser, { place: 'state/user/3' });
    const record = view.getByRole('article', { name: 'user 3' });
    await record.getByLabel('lname', { exact: true }).fill('Berg');
    await record.getByLabel('user_type', { exact: true }).selectOption('power_user');
    await record.getByLabel('client_id is null').check();
    mock.data.user.update({ ...byId(3), data: { fname: 'Zoe' } });
    const save = record.getByRole('button', { name: 'Save' });
    await save.press('Enter');
    await expect
      .poll(() => mock.data.user.findFirst(byId(3)))
      .toMatchObject({ fname: 'Zoe', lname: 'Berg', user_type: 'power_user', client_id: null });
    await record.getByText('In the baseline: Lambert').waitFor();
    await record.getByText('updated').waitFor();
    await expect.poll(() => save.isDisabled()).toBe(true);
    expect(await isFocused(save)).toBe(true);
    await view.getByRole('table', { name: 'Records of user' }).getByTitle('In the baseline: Lambert').waitFor();
    expect(complaints).toEqual([]);
  });

  it('keeps an edit when the record changes meanwhile, and says so', async () => {
    const { mock, view } = await openConsole(browser, { place: 'state/user/3' });
    const record = view.getByRole('article', { name: 'user 3' });
    const name = record.getByLabel('lname', { exact: true });
    await name.fill('Berg');
    mock.data.user.update({ ...byId(3), data: { fname: 'Zoe', lname: 'Other' } });
    const alert = record.getByRole('alert');
    await alert.getByText('This record changed while you were editing').waitFor();
    expect(await alert.innerText()).toMatch(/fname Zoe\s+lname Other/);
    expect(await name.inputValue()).toBe('Berg');
    expect(await record.getByLabel('fname', { exact: true }).inputValue()).toBe('Zoe');
    await record.getByRole('button', { name: 'Discard edits' }).click();
    expect(await name.inputValue()).toBe('Other');
    await name.fill('Berg');
    mock.data.user.delete(byId(3));
    await record.getByText('This record was deleted meanwhile').waitFor();
    expect(await name.inputValue()).toBe('Berg');
  });

  it('keeps edits that are not saved while somebody looks at something else', async () => {
    const { mock, page, view } = await openConsole(browser, { place: 'state/user/3' });
    const record = view.getByRole('article', { name: 'user 3' });
    const name = record.getByLabel('lname', { exact: true });
    await name.fill('Berg');
    await page.getByRole('navigation').getByRole('link', { name: 'Time' }).click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await page.goBack();
    await name.waitFor();
    expect(await name.inputValue()).toBe('Berg');
    await record.getByText('These edits are not saved yet.').waitFor();
    await record.getByRole('link', { name: 'Close' }).click();
    await view.getByRole('link', { name: '4', exact: true }).first().click();
    const other = view.getByRole('article', { name: 'user 4' });
    await other.waitFor();
    expect(await other.getByText('These edits are not saved yet.').count()).toBe(0);
    await page.goBack();
    await page.goBack();
    await expect.poll(() => name.inputValue()).toBe('Berg');
    await record.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => mock.data.user.findFirst(byId(3))?.lname).toBe('Berg');
    await expect.poll(() => record.getByText('These edits are not saved yet.').count()).toBe(0);
  });

  it('keeps what somebody types while a record is being saved, also if it is the value from before', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { place: 'state/user/3' });
    const record = view.getByRole('article', { name: 'user 3' });
    const [first, last] = ['fname', 'lname'].map((name) => record.getByLabel(name, { exact: true }));
    const save = record.getByRole('button', { name: 'Save' });
    const saving = await holdCall(page, 'PATCH', 'data/user/3');
    await last?.fill('Berg');
    await save.click();
    await saving.isMade();
    await first?.fill('Zoe');
    await last?.fill('Lambert');
    await saving.finish();
    await record.getByText('In the baseline: Lambert').waitFor();
    expect(mock.data.user.findFirst(byId(3))?.lname).toBe('Berg');
    expect([await first?.inputValue(), await last?.inputValue()]).toEqual(['Zoe', 'Lambert']);
    expect(await record.getByRole('alert').count()).toBe(0);
    await save.click();
    await expect.poll(() => mock.data.user.findFirst(byId(3))).toMatchObject({ fname: 'Zoe', lname: 'Lambert' });
    await expect.poll(() => record.getByText('These edits are not saved yet.').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('shows errors at the field, also invalid JSON, and nested values as JSON', async () => {
    const { mock, view } = await openConsole(browser, { place: 'state/client/1' });
    const record = view.getByRole('article', { name: 'client 1' });
    const domain = record.getByLabel('domain', { exact: true });
    const save = record.getByRole('button', { name: 'Save' });
    await domain.fill('["acme.example",');
    await save.click();
    await record.getByText('is not valid JSON').waitFor();
    expect(await domain.getAttribute('aria-invalid')).toBe('true');
    await domain.fill('["acme.example", 3]');
    await save.click();
    await record.getByText('domain.1 must be a string, but is 3').waitFor();
    const domains = ['acme.example', 'acme-group.example', 'extra.example'];
    await domain.fill(JSON.stringify(domains));
    await save.click();
    await expect.poll(() => mock.data.client.findFirst(byId(1))?.domain).toEqual(domains);
    await expect.poll(() => domain.getAttribute('aria-invalid')).toBe('false');
  });

  it('does not repeat an old message while the browser says what is wrong with a field', async () => {
    const { view } = await openConsole(browser, { place: 'state/user/3' });
    const record = view.getByRole('article', { name: 'user 3' });
    const [email, client] = [
      record.getByLabel('email', { exact: true }),
      record.getByLabel('client_id', { exact: true }),
    ];
    await email.fill('nobody');
    await record.getByRole('button', { name: 'Save' }).click();
    await record.getByRole('alert').getByText('email').waitFor();
    await client.fill('');
    await record.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => client.evaluate((field) => field.matches(':focus:invalid'))).toBe(true);
    expect(await record.getByRole('alert').count()).toBe(0);
  });

  it('creates a record; columns that are left alone get their default', async () => {
    const { mock, page, view } = await openConsole(browser, { place: 'state/user' });
    await view.getByRole('link', { name: 'New record' }).click();
    const form = view.getByRole('article', { name: 'New user' });
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByText('email is required').waitFor();
    await form.getByLabel('fname', { exact: true }).fill('Ida');
    await form.getByLabel('lname', { exact: true }).fill('Lund');
    await form.getByLabel('email', { exact: true }).fill('ida@mailbox.example');
    await form.getByRole('button', { name: 'Create' }).click();
    await view.getByRole('heading', { name: 'user 41 created' }).waitFor();
    expect(page.url()).toMatch(/#\/state\/user\/41$/);
    expect(mock.data.user.findFirst(byId(41))).toMatchObject({ fname: 'Ida', client_id: null, user_type: 'normal' });
  });

  it('creates a record with booleans that are left alone, true and false', async () => {
    const { mock, view } = await openConsole(browser, { place: 'state/brief?create=yes' });
    const form = view.getByRole('article', { name: 'New brief' });
    await form.getByLabel('name', { exact: true }).fill('Harbour News');
    await form.getByLabel('is_public', { exact: true }).selectOption('true');
    await form.getByLabel('is_active', { exact: true }).selectOption('false');
    await form.getByRole('button', { name: 'Create' }).click();
    await view.getByRole('button', { name: 'Delete' }).waitFor();
    const brief = mock.data.brief.findFirst({ where: { name: { equals: 'Harbour News' } } });
    expect(brief).toMatchObject({ is_public: true, is_active: false, is_core: false });
  });

  it('opens a record whose key has characters of addresses, and leaves the key alone', async () => {
    const { mock, page, view, goTo } = await openConsole(browser, { place: 'state/access_token' });
    const token = 'a/b?#%&=+';
    mock.data.access_token.create({ token, email: 'alice@acme.example' });
    await view.getByRole('link', { name: token }).click();
    const record = view.getByRole('article', { name: `access_token ${token}` });
    expect(await record.getByLabel('token', { exact: true }).isDisabled()).toBe(true);
    await page.reload();
    await record.getByRole('link', { name: 'user 1' }).waitFor();
    // No address has half of a surrogate pair.
    mock.data.brief.create({ id: 'half \ud800', name: 'Half' });
    await goTo('state/brief');
    await view.getByRole('link', { name: 'brief-front-page' }).waitFor();
  });

  it('fills a new record from the address', async () => {
    const { view } = await openConsole(browser, { place: 'state/bookmark?create=yes&set.email=ann@reader.example' });
    const email = view.getByRole('article', { name: 'New bookmark' }).getByLabel('email', { exact: true });
    expect(await email.inputValue()).toBe('ann@reader.example');
  });

  it('deletes a record after saying what refers to it, and lists what was removed', async () => {
    const { mock, page, view, goTo } = await openConsole(browser, { place: 'state' });
    const linking = await holdCall(page, 'GET', 'data/user/3/links');
    await goTo('state/user/3');
    await view.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Which records refer to it is not known.').waitFor();
    await linking.finish();
    await dialog.getByText('2 of application_user, 1 of user_package, 2 of preference').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await view.getByText('39 records.').waitFor();
    expect(mock.data.user.findFirst(byId(3))).toBeNull();
    await view.getByText('Differs from the baseline: 1 removed').click();
    await view.getByRole('table', { name: 'Changes of user 3' }).getByText('Lambert').waitFor();
    await goTo('state/user/3');
    await view.getByRole('heading', { name: 'user 3 removed' }).waitFor();
  });

  it('leaves somebody where they have gone while a record was being created or deleted', async () => {
    const { page, view, goTo, complaints } = await openConsole(browser, { place: 'state/user/3' });
    const deleting = await holdCall(page, 'DELETE', 'data/user/3');
    await view.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await deleting.isMade();
    await goTo('time');
    await view.getByRole('heading', { name: 'Time', exact: true }).waitFor();
    await deleting.finish();
    await view.getByRole('cell', { name: 'user 3 deleted' }).waitFor();
    await goTo('state/application?create=yes');
    const creating = await holdCall(page, 'POST', 'data/application');
    await view.getByRole('textbox', { name: 'name', exact: true }).fill('One more');
    await view.getByRole('textbox', { name: 'description', exact: true }).fill('One more');
    await view.getByRole('button', { name: 'Create' }).click();
    await creating.isMade();
    await goTo('time');
    await creating.finish();
    await view.getByRole('cell', { name: 'application created' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('leads from a record to those it refers to, and back', async () => {
    const { page, view } = await openConsole(browser, { place: 'state/user/3' });
    await view.getByRole('link', { name: 'client 4' }).click();
    await view.getByRole('article', { name: 'client 4' }).getByRole('link', { name: 'user 3', exact: true }).click();
    await view.getByRole('article', { name: 'user 3' }).waitFor();
    await page.goBack();
    await view.getByRole('article', { name: 'client 4' }).waitFor();
  });

  it('says what it can be sorted by, and does not go on loading', async () => {
    const { view } = await openConsole(browser, { place: 'state/user?sort=nosuch' });
    await view.getByRole('alert').getByText('sort').waitFor();
    expect(await view.getByText('Loading …').count()).toBe(0);
  });

  it('says that there is no such table or record', async () => {
    const { view, goTo } = await openConsole(browser, { place: 'state/nothing' });
    await view.getByText('There is no table nothing.').waitFor();
    await goTo('state/user/999');
    await view.getByText('There is no user 999').waitFor();
  });

  it('shows awkward content and markup as text, and keeps it when something else is edited', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { mock: { scenario: awkwardContent } });
    rejectDialogs(page, complaints);
    const markup = '<img src=x onerror=alert(1)>\n<script>alert(2)</script>';
    mock.data.application.create({ name: markup, description: 'Marked\r\nup' });
    const id = mock.data.application.getAll().at(-1)?.id ?? 0;
    for (const table of ['brief', 'article', 'user', 'generic_preference', 'access_token']) {
      await page.evaluate((hash) => (window.location.hash = hash), `#/state/${table}`);
      await view
        .getByRole('table', { name: `Records of ${table}` })
        .getByRole('link')
        .first()
        .click();
      await view.getByRole('article').getByRole('button', { name: 'Delete' }).waitFor();
    }
    await page.evaluate((hash) => (window.location.hash = hash), `#/state/application/${id}`);
    const record = view.getByRole('article', { name: `application ${id}` });
    expect(await record.getByLabel('name', { exact: true }).inputValue()).toBe(markup);
    await record.getByLabel('description', { exact: true }).press('x');
    await page.keyboard.press('Backspace');
    expect(await record.getByText('These edits are not saved yet.').count()).toBe(0);
    await record.getByLabel('description', { exact: true }).fill(markup.replace('\n', ''));
    await record.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => mock.data.application.findFirst(byId(id)))
      .toMatchObject({ name: markup, description: markup.replace('\n', '') });
    expect(await view.locator('img, script').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('has no barrier that axe finds, light or dark, on a desktop or a phone', async () => {
    const { mock, page, view, goTo } = await openConsole(browser, { place: 'state' });
    mock.data.user.update({ ...byId(3), data: { lname: 'Berg' } });
    await view.getByText('1 updated').waitFor();
    await expectAccessibleAnywhere(page);
    // A few records of each table, because each cell takes axe a while.
    await goTo('state/user?search=berg');
    await view.getByRole('table', { name: 'Records of user' }).getByText('updated').waitFor();
    await expectAccessibleAnywhere(page);
    await goTo('state/user/3?search=berg');
    await view.getByText('Is referred to by').waitFor();
    await expectAccessibleAnywhere(page);
    await goTo('state/brief_entitlement?create=yes&search=bruno');
    await view.getByRole('button', { name: 'Create' }).waitFor();
    await expectAccessibleAnywhere(page);
  });
});

/** Markup that runs would open a dialog. */
function rejectDialogs(page: Page, complaints: string[]): void {
  page.on('dialog', (dialog) => {
    complaints.push(dialog.message());
    void dialog.dismiss();
  });
}
