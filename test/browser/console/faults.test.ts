import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedChromium } from '../chromium.js';
import { expectAccessibleAnywhere, holdCall, isFocused, openConsole } from './open-console.js';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});

const BRIEFS = '/public-api/v1/brief';

describe('Faults', () => {
  it.each([
    ['5 % answered with 500', { status: 500, probability: 0.05 }],
    ['429 with Retry-After', { status: 429, retry_after: 30 }],
    ['Connection broken', { abort: true }],
    ['Hold the next answer', { hold: true, times: 1 }],
    ['Three seconds slower', { delay_ms: 3000 }],
  ])('adds at once, for a route: %s', async (preset, rule) => {
    const { mock, page, view, complaints } = await openConsole(browser, { place: 'faults' });
    await view.getByText('No rule is in force').waitFor();
    await view.getByRole('combobox', { name: 'For requests to' }).selectOption(`GET ${BRIEFS}`);
    await view.getByRole('button', { name: preset }).click();
    await view.getByRole('row', { name: `GET ${BRIEFS}` }).waitFor();
    expect(mock.faults.all()).toMatchObject([{ method: 'GET', path: BRIEFS, ...rule }]);
    await expect.poll(() => page.url()).toContain('route=GET');
    expect(complaints).toEqual([]);
  });

  it('counts how often a rule struck, and removes it', async () => {
    const { mock, view, complaints } = await openConsole(browser, { place: 'faults' });
    await view.getByRole('spinbutton', { name: 'Status' }).fill('418');
    await view.getByRole('textbox', { name: 'Body' }).fill('{"short": "stout"}');
    await view.getByRole('spinbutton', { name: 'Times' }).fill('2');
    await view.getByRole('textbox', { name: 'Caller' }).fill('*@acme.example');
    await view.getByRole('button', { name: 'Add the rule' }).click();
    await view.getByRole('status').getByText('Added rule 1').waitFor();
    const row = view.getByRole('row', { name: 'every request of *@acme.example' });
    await row.getByText('answered with 418, own body, at most 2 times').waitFor();
    expect(mock.faults.all()).toMatchObject([
      { status: 418, body: { short: 'stout' }, times: 2, match: { caller: '*@acme.example' } },
    ]);
    const authorization = `Bearer ${mock.tokenFor('alice@acme.example')}`;
    expect((await mock.fetch(BRIEFS, { headers: { authorization } })).status).toBe(418);
    await row.getByText('1 time', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Remove rule 1' }).press('Enter');
    await view.getByText('No rule is in force').waitFor();
    await expect.poll(() => isFocused(view)).toBe(true);
    expect(mock.faults.all()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('shows the answers that are held back, and releases those of a rule or all', async () => {
    const { mock, view, complaints } = await openConsole(browser, { place: 'faults' });
    mock.faults.add({ hold: true, path: BRIEFS });
    mock.faults.add({ hold: true, path: '/user-data/*' });
    const authorization = `Bearer ${mock.tokenFor('alice@acme.example')}`;
    const list = mock.fetch(BRIEFS, { headers: { authorization } });
    const users = mock.fetch('/user-data/v1/user');
    await view.getByRole('button', { name: 'Release all held answers (2)' }).waitFor();
    const row = view.getByRole('row', { name: BRIEFS });
    await row.getByText('1 answer', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Release' }).click();
    expect((await list).status).toBe(200);
    await row.getByText('0 answers').waitFor();
    await view.getByRole('button', { name: 'Release all held answers (1)' }).press('Enter');
    expect((await users).status).toBe(200);
    await view.getByRole('button', { name: 'Release all held answers (0)' }).waitFor();
    await expect.poll(() => isFocused(view)).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('shows what cannot be done as such, says what decides, and offers routes of the three APIs', async () => {
    const { view, complaints } = await openConsole(browser, { place: 'faults' });
    const removeAll = view.getByRole('button', { name: 'Remove all' });
    const release = view.getByRole('button', { name: 'Release all held answers (0)' });
    const colourOf = (button: typeof release) => button.evaluate((element) => getComputedStyle(element).color);
    expect([await removeAll.isDisabled(), await colourOf(removeAll)]).toEqual([true, await colourOf(release)]);
    await view.getByText('Delays of rules that only delay add up; the first rule with another effect').waitFor();
    const routes = view.getByRole('combobox', { name: 'For requests to' }).getByRole('option');
    await expect.poll(() => routes.count()).toBeGreaterThan(20);
    expect((await routes.allInnerTexts()).filter((text) => text.includes('/__mock'))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('removes all rules after asking', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { place: 'faults' });
    mock.faults.add({ status: 500 });
    mock.faults.add({ status: 501 });
    await view.getByRole('button', { name: 'Remove all' }).click();
    await page.getByRole('dialog').getByText('This removes all 2 rules').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).click();
    await expect.poll(() => mock.faults.all()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('shows errors at the fields', async () => {
    const { mock, view } = await openConsole(browser, { place: 'faults' });
    const { status, retryAfter, probability, body } = {
      status: view.getByRole('spinbutton', { name: 'Status' }),
      retryAfter: view.getByRole('spinbutton', { name: 'Retry-After' }),
      probability: view.getByRole('spinbutton', { name: 'Probability' }),
      body: view.getByRole('textbox', { name: 'Body' }),
    };
    const descriptionOf = (control: typeof body) =>
      control.evaluate((element) =>
        (element.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => (element.getRootNode() as Document).getElementById(id)?.textContent)
          .join(' '),
      );
    await status.fill('700');
    await probability.fill('2');
    await view.getByRole('button', { name: 'Add the rule' }).click();
    await expect.poll(() => descriptionOf(status)).toContain('status must be an integer from 200 to 599');
    expect(await status.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => descriptionOf(probability)).toContain('probability must be a number from 0 to 1');
    expect(await retryAfter.getAttribute('aria-invalid')).toBe('false');
    await status.fill('200');
    await probability.fill('');
    await view.getByRole('button', { name: 'Add the rule' }).click();
    await expect.poll(() => descriptionOf(body)).toContain('body is required with status 200');
    await body.fill('{');
    await view.getByRole('button', { name: 'Add the rule' }).click();
    await expect.poll(() => descriptionOf(body)).toContain('body is not valid JSON');
    expect(mock.faults.all()).toEqual([]);
  });

  it('keeps what somebody types while a rule is being added', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { place: 'faults' });
    const status = view.getByRole('spinbutton', { name: 'Status' });
    const adding = await holdCall(page, 'POST', 'faults');
    await status.fill('503');
    await view.getByRole('button', { name: 'Add the rule' }).click();
    await adding.isMade();
    await status.fill('418');
    await adding.finish();
    await view.getByText('Added rule 1').waitFor();
    expect(mock.faults.all()).toMatchObject([{ status: 503 }]);
    expect(await status.inputValue()).toBe('418');
    expect(complaints).toEqual([]);
  });

  it('asks for conditions on headers, query and body of the request', async () => {
    const { mock, view, complaints } = await openConsole(browser, { place: 'faults' });
    await view.getByRole('textbox', { name: 'Headers of the request' }).fill('X-Feature: beta-*\n\nAccept: a:b');
    await view.getByRole('textbox', { name: 'Query' }).fill('page: 2');
    await view.getByRole('textbox', { name: 'Fields of the request' }).fill('*.email: bo@*\nis_admin: true');
    await view.getByRole('button', { name: 'Add the rule' }).click();
    await view.getByRole('status').getByText('Added rule 1').waitFor();
    const match = {
      headers: { 'X-Feature': 'beta-*', Accept: 'a:b' },
      query: { page: '2' },
      body: { '*.email': 'bo@*', is_admin: true },
    };
    expect(mock.faults.all()).toMatchObject([{ status: 503, match }]);
    expect(complaints).toEqual([]);
  });

  it('asks for answers in turn, and for headers of the answer', async () => {
    const { mock, view, complaints } = await openConsole(browser, { place: 'faults' });
    const effect = view.getByRole('combobox', { name: 'Effect' });
    const headers = view.getByRole('textbox', { name: 'Headers of the answer' });
    await effect.selectOption('give answers in turn');
    await view.getByRole('textbox', { name: 'Answers' }).fill('503\n{"status": 429, "retry_after": 1}\n200');
    await headers.fill('X-Limit: 10');
    await view.getByRole('button', { name: 'Add the rule' }).click();
    await view.getByText('3 answers in turn, headers X-Limit').waitFor();
    await effect.selectOption('change the headers only');
    await headers.fill('X-Limit: 9');
    await view.getByRole('button', { name: 'Add the rule' }).click();
    await view.getByRole('status').getByText('Added rule 2').waitFor();
    const answers = [{ status: 503 }, { status: 429, retry_after: 1 }, { status: 200 }];
    expect(mock.faults.all()).toMatchObject([
      { answers, headers: { 'X-Limit': '10' } },
      { headers: { 'X-Limit': '9' } },
    ]);
    expect(complaints).toEqual([]);
  });

  it('says which line of a field cannot be read', async () => {
    const { mock, view } = await openConsole(browser, { place: 'faults' });
    await view.getByRole('textbox', { name: 'Query' }).fill('page 2');
    await view.getByRole('button', { name: 'Add the rule' }).click();
    await view.getByRole('alert').getByText('must have one "name: value" a line, but one is "page 2"').waitFor();
    await view.getByRole('textbox', { name: 'Query' }).fill('');
    await view.getByRole('textbox', { name: 'Headers of the answer' }).fill('X-Limit: 1\nx-limit: 2');
    await view.getByRole('button', { name: 'Add the rule' }).click();
    await view.getByRole('alert').getByText('headers must have each name once, but has x-limit twice').waitFor();
    await view.getByRole('textbox', { name: 'Headers of the answer' }).fill('');
    await view.getByRole('combobox', { name: 'Effect' }).selectOption('give answers in turn');
    await view.getByRole('textbox', { name: 'Answers' }).fill('503\n{"status": 99}');
    await view.getByRole('button', { name: 'Add the rule' }).click();
    await view.getByRole('alert').getByText('answers.1.status must be an integer from 200 to 599').waitFor();
    expect(mock.faults.all()).toEqual([]);
  });

  it('adds no rule while a number cannot be read, and leads to its field', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { place: 'faults' });
    const times = view.getByRole('spinbutton', { name: 'Times' });
    const add = view.getByRole('button', { name: 'Add the rule' });
    await times.focus();
    await page.keyboard.type('1e');
    await add.click();
    await expect.poll(() => times.evaluate((field) => field.matches(':focus:invalid'))).toBe(true);
    await times.fill('2');
    await add.click();
    await view.getByText('Added rule 1').waitFor();
    expect(mock.faults.all()).toMatchObject([{ id: 1, times: 2 }]);
    expect(complaints).toEqual([]);
  });

  it('names the nearest route for another path', async () => {
    const { mock, view } = await openConsole(browser, { place: 'faults' });
    await view.getByRole('combobox', { name: 'For requests to' }).selectOption('other');
    const path = view.getByRole('textbox', { name: 'Path' });
    await path.fill('/public-api/v1/briefs');
    await view.getByRole('button', { name: 'Add the rule' }).click();
    await view.getByRole('alert').getByText('/public-api/v1/brief').waitFor();
    // Not a rule for every path.
    await path.fill('');
    await view.getByRole('button', { name: 'Add the rule' }).click();
    await expect.poll(() => path.getAttribute('aria-invalid')).toBe('true');
    expect(mock.faults.all()).toEqual([]);
  });

  it('adds as JSON whatever the control API takes', async () => {
    const { mock, view, complaints } = await openConsole(browser, { place: 'faults' });
    await view.getByRole('combobox', { name: 'For requests to' }).selectOption(`GET ${BRIEFS}`);
    await view.getByRole('button', { name: 'As JSON' }).click();
    const json = view.getByRole('textbox', { name: 'Rule as JSON' });
    expect(JSON.parse(await json.inputValue())).toEqual({ method: 'GET', path: BRIEFS, status: 503 });
    const rule = {
      path: BRIEFS,
      answers: [{ status: 429, retry_after: 1 }, { body: { data: [] } }],
      headers: { a: 'b' },
    };
    await json.fill(JSON.stringify(rule));
    await view.getByRole('button', { name: 'As a form' }).click();
    await view.getByRole('button', { name: 'As JSON' }).click();
    await view.getByRole('button', { name: 'Add the rule' }).click();
    await view.getByText('2 answers in turn, headers a').click();
    await view.getByRole('region', { name: 'Rule 1 as JSON' }).getByText('"retry_after": 1').waitFor();
    expect(mock.faults.all()).toMatchObject([rule]);
    expect(complaints).toEqual([]);
  });

  it('says what is wrong with the JSON of a rule', async () => {
    const { view } = await openConsole(browser, { place: 'faults' });
    await view.getByRole('button', { name: 'As JSON' }).click();
    const json = view.getByRole('textbox', { name: 'Rule as JSON' });
    await json.fill('{"status": }');
    await view.getByRole('button', { name: 'Add the rule' }).click();
    await view.getByRole('alert').getByText('rule is not valid JSON').waitFor();
    await json.fill('{"delay_ms": -1}');
    await view.getByRole('button', { name: 'Add the rule' }).click();
    await view.getByRole('alert').getByText('delay_ms: must be a number of milliseconds').waitFor();
  });

  it('applies and withdraws a profile', async () => {
    const { mock, view, complaints } = await openConsole(browser, { place: 'faults' });
    await view.getByRole('button', { name: 'Apply flaky' }).click();
    await view.getByRole('button', { name: 'Withdraw flaky' }).waitFor();
    await expect.poll(() => view.getByRole('row').count()).toBe(3);
    expect(mock.faults.all().map(({ profile }) => profile)).toEqual(['flaky', 'flaky']);
    await view.getByText('10 % of them: answered with 503').waitFor();
    await view.getByRole('button', { name: 'Withdraw flaky' }).click();
    await expect.poll(() => mock.faults.all()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('has no barrier that axe finds, light or dark, on a desktop or a phone', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { place: 'faults' });
    mock.faults.add({ hold: true, path: BRIEFS });
    mock.faults.apply('flaky');
    await view.getByRole('button', { name: 'Withdraw flaky' }).waitFor();
    await view.getByText('held back', { exact: true }).click();
    await expectAccessibleAnywhere(page);
    await view.getByRole('button', { name: 'As JSON' }).click();
    await expectAccessibleAnywhere(page);
    expect(complaints).toEqual([]);
  });
});
