import { createMock, defineScenario } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedChromium } from '../chromium.js';
import { expectAccessibleAnywhere, holdCall, openConsole } from './open-console.js';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});

const ALICE = 'alice@acme.example';
const ERIN = 'erin@mailbox.example';

describe('People', () => {
  it('copies a new token of a persona, which says that it is new', async () => {
    const { mock, context, page, view, complaints } = await openConsole(browser, { place: 'people' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const tokens = mock.data.access_token.count();
    await view.getByRole('button', { name: 'Copy a new token for bruno' }).click();
    await view.getByRole('status').getByText('Copied, a new token:').waitFor();
    const token = await page.evaluate(() => navigator.clipboard.readText());
    const { status } = await mock.fetch('/public-api/v1/brief', { headers: { authorization: `Bearer ${token}` } });
    expect(status).toBe(200);
    expect(mock.data.access_token.count()).toBe(tokens + 1);
    expect(mock.data.access_token.findFirst({ where: { token: { equals: token } } })?.email).toBe('bruno@acme.example');
    expect(complaints).toEqual([]);
  });

  it('shows the new token where the browser forbids the clipboard', async () => {
    const { mock, page, view } = await openConsole(browser, { place: 'people' });
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.reload();
    await view.getByRole('button', { name: 'Copy a new token for alice' }).click();
    const text = await view.getByRole('status').innerText();
    expect(text).toMatch(/^A new token: [0-9a-f]{32}/);
    const [token = ''] = text.match(/[0-9a-f]{32}/) ?? [];
    expect(mock.data.access_token.findFirst({ where: { token: { equals: token } } })?.email).toBe(ALICE);
  });

  it('issues a token with a lifetime, and shows that it has expired when the clock is beyond it', async () => {
    const { mock, view, complaints } = await openConsole(browser, { place: `people/${encodeURIComponent(ALICE)}` });
    await view.getByRole('spinbutton', { name: 'that expires after' }).fill('90');
    await view.getByRole('combobox', { name: 'Unit of the lifetime' }).selectOption('minutes');
    await view.getByRole('button', { name: 'Copy a new token for Alice' }).click();
    const row = view.getByRole('table', { name: 'Tokens' }).getByRole('row', { name: '2026-03-04 10:30:00 UTC' });
    await row.getByText('valid', { exact: true }).waitFor();
    mock.clock.advance({ minutes: 90 });
    await row.getByText('expired', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows an invalid lifetime as the mock explains it', async () => {
    const { view } = await openConsole(browser, { place: `people/${encodeURIComponent(ALICE)}` });
    await view.getByRole('spinbutton', { name: 'that expires after' }).fill('-1');
    await view.getByRole('button', { name: 'Copy a new token for Alice' }).click();
    await view.getByRole('alert').getByText('expires_in').waitFor();
  });

  it('issues no token that never expires for a lifetime that cannot be read', async () => {
    const { mock, page, view } = await openConsole(browser, { place: `people/${encodeURIComponent(ALICE)}` });
    const lifetime = view.getByRole('spinbutton', { name: 'that expires after' });
    const before = mock.data.access_token.count();
    await lifetime.focus();
    await page.keyboard.type('1e');
    await view.getByRole('button', { name: 'Copy a new token for Alice' }).click();
    await expect.poll(() => lifetime.evaluate((field) => field.matches(':focus:invalid'))).toBe(true);
    await lifetime.fill('2');
    await view.getByRole('button', { name: 'Copy a new token for Alice' }).click();
    await view.getByRole('status').getByText('expires 2026').waitFor();
    expect(mock.data.access_token.count()).toBe(before + 1);
  });

  it('finds a user by a part of the name, and keeps the search in the address', async () => {
    const { page, view, complaints } = await openConsole(browser, { place: 'people' });
    await view.getByRole('searchbox', { name: 'Search' }).fill('lambert');
    await expect.poll(() => view.getByRole('row').count()).toBe(2);
    await expect.poll(() => page.url()).toContain('search=lambert');
    await view.getByRole('link', { name: 'chloe@meridian.example' }).last().click();
    await view.getByRole('heading', { name: 'Chloé Lambert', level: 1 }).waitFor();
    await page.goBack();
    await expect.poll(() => view.getByRole('searchbox').inputValue()).toBe('lambert');
    expect(complaints).toEqual([]);
  });

  it('lists what a person sees in the order of the API, and adds what is missing for another brief', async () => {
    const { mock, view, complaints } = await openConsole(browser, { place: `people/${encodeURIComponent(ERIN)}` });
    const explained = mock.explain({ email: ERIN });
    const listed = explained.filter((one) => one.listed).map(({ brief }) => brief);
    const table = view.getByRole('table', { name: 'Briefs that Erin sees' });
    await table.waitFor();
    expect(await table.getByRole('rowheader').allInnerTexts()).toEqual(listed);

    await view.getByText(/^energy-today the brief is not public/).click();
    const ways = view.getByRole('table', { name: 'Ways to energy-today' });
    await ways.getByText('the user has no brief entitlement for the brief').waitFor();
    await ways.getByText('the user has no client').waitFor();
    await ways.getByRole('button', { name: 'Set is_public to true' }).waitFor();
    await ways.getByRole('button', { name: 'Create this brief_entitlement' }).click();
    await table.getByRole('rowheader', { name: 'energy-today' }).waitFor();
    expect(mock.explain({ email: ERIN, brief: 'energy-today' }).listed).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('answers one person an empty list, and takes that back', async () => {
    const { mock, view, complaints } = await openConsole(browser, { place: `people/${encodeURIComponent(ALICE)}` });
    const listOf = async (email: string) => {
      const authorization = `Bearer ${mock.tokenFor(email)}`;
      const response = await mock.fetch('/public-api/v1/brief', { headers: { authorization } });
      return ((await response.json()) as { data: unknown[] }).data.length;
    };
    await view.getByRole('button', { name: 'Answer Alice an empty list' }).click();
    await view.getByRole('link', { name: 'fault rule 1' }).waitFor();
    await expect
      .poll(() => view.getByRole('heading', { level: 2 }).allInnerTexts())
      .toEqual([
        'Tokens',
        'Alice gets an empty list',
        expect.stringMatching(/^Without the rule: the briefs that Alice sees/),
        expect.stringMatching(/^Without the rule: the briefs that Alice does not see/),
      ]);
    expect(await listOf(ALICE)).toBe(0);
    // P13: the list has no `error`.
    expect(mock.faults.all()[0]?.body).toEqual({ data: [] });
    expect(await listOf(ERIN)).toBeGreaterThan(0);
    await view.getByRole('button', { name: 'Remove the rule' }).click();
    await view.getByRole('button', { name: 'Answer Alice an empty list' }).waitFor();
    expect(await listOf(ALICE)).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });

  it('offers no empty list before it knows whether a rule answers one already', async () => {
    const existing = createMock({ scenario: newsroom });
    existing.faults.add({
      method: 'GET',
      path: '/public-api/v1/brief',
      match: { caller: ALICE },
      body: { data: [] },
    });
    const { page, view, goTo, complaints } = await openConsole(browser, { existing, place: 'people' });
    const loading = await holdCall(page, 'GET', 'faults');
    const isExplained = page.waitForResponse('**/__mock/explain?*');
    await goTo(`people/${encodeURIComponent(ALICE)}`);
    await loading.isMade();
    await isExplained;
    // What was answered before this change is shown when the change is.
    existing.data.user.update({ where: { email: { equals: ALICE } }, data: { fname: 'Alicia' } });
    await view.getByRole('heading', { name: 'Alicia', level: 1 }).waitFor();
    expect(await view.getByRole('button', { name: 'an empty list' }).count()).toBe(0);
    await loading.finish();
    await view.getByRole('heading', { name: 'Alicia gets an empty list' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows markup in names as text', async () => {
    const { mock, page, view, goTo, complaints } = await openConsole(browser, { place: 'people' });
    const markup = '<img src=x onerror=alert(1)>';
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs++;
      void dialog.dismiss();
    });
    mock.data.user.update({ where: { id: { equals: 1 } }, data: { fname: markup } });
    await view.getByText(markup).waitFor();
    await goTo(`people/${encodeURIComponent(ALICE)}`);
    await view.getByRole('heading', { name: `Briefs that ${markup} sees` }).waitFor();
    await goTo('time/1');
    await view.getByText(markup).first().waitFor();
    expect([await view.locator('img').count(), dialogs]).toEqual([0, 0]);
    expect(complaints).toEqual([]);
  });

  it('does not say that a scenario has no personas before it knows them', async () => {
    const { page, view, goTo, complaints } = await openConsole(browser);
    const loading = await holdCall(page, 'GET', 'scenarios');
    await goTo('people/matrix');
    await loading.isMade();
    await view.getByText('Choose a cell to see why.').waitFor();
    expect(await view.getByText('This scenario has no personas.').count()).toBe(0);
    await loading.finish();
    await view.getByRole('button', { name: 'alice sees front-page' }).waitFor();
    await page.getByRole('link', { name: /seed 1/ }).click();
    await view.getByRole('button', { name: 'Start empty' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start empty' }).click();
    await page.getByRole('banner').getByText('empty').waitFor();
    await goTo('people/matrix');
    await view.getByText('This scenario has no personas.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('says that there is no such user, and finds one among many whose e-mails end so', async () => {
    const { mock, view } = await openConsole(browser, { place: 'people/nobody%40acme.example' });
    await view.getByText('There is no user with the e-mail nobody@acme.example.').waitFor();
    for (const name of [...Array(201).keys(), '']) {
      const email = `${name}nobody@acme.example`;
      mock.data.user.create({ fname: 'No', lname: `Body ${name}`, email });
      mock.data.access_token.create({ token: `token-${name}`, email });
    }
    await view.getByRole('heading', { name: 'No Body', level: 1 }).waitFor();
    await view.getByRole('table', { name: 'Tokens' }).getByText('token-', { exact: true }).waitFor();
  });

  it('shows all personas at once', async () => {
    const personas = [...Array(13).keys()].map((n) => {
      return { key: `p${n}`, email: `p${n}@acme.example`, token: `p${n}-token`, description: `Person ${n}` };
    });
    const crowd = defineScenario({
      name: 'crowd',
      description: 'Many personas',
      clock: '2026-03-04T09:00:00Z',
      personas,
      seed({ data }) {
        data.brief.create({ name: 'Daily', slug: 'daily', is_public: true });
        for (const { key, email } of personas) data.user.create({ fname: key, lname: 'Berg', email });
      },
    });
    const existing = createMock({ scenario: crowd });
    const { view, complaints } = await openConsole(browser, { existing, place: 'people/matrix' });
    await view.getByRole('button', { name: 'p12 sees daily' }).waitFor();
    expect(complaints).toEqual([]);
    // Another scenario, which was not listed before.
    existing.reset({ scenario: newsroom });
    await view.getByRole('button', { name: 'alice sees energy-today' }).waitFor();
  });

  it('has no barrier that axe finds, light or dark, on a desktop or a phone', async () => {
    const { page, view, goTo, complaints } = await openConsole(browser, { place: 'people' });
    await view.getByRole('link', { name: 'alice', exact: true }).waitFor();
    await view.getByRole('cell', { name: ALICE }).waitFor();
    await expectAccessibleAnywhere(page);
    await goTo(`people/${encodeURIComponent(ALICE)}`);
    await view.getByText(/^tech-signals the brief is not public/).click();
    await view.getByRole('table', { name: 'Ways to tech-signals' }).waitFor();
    await expectAccessibleAnywhere(page);
    expect(complaints).toEqual([]);
  });
});
