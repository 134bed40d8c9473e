import { createMock, defineScenario, type Mock } from 'briefs-mock';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedChromium } from '../chromium.js';
import { openConsole } from './open-console.js';

/** As many users as in the scenario `large`, without all that they have there, which takes longer to seed than the users. */
const users = defineScenario({
  name: 'users',
  description: 'A hundred thousand users',
  clock: '2026-03-04T09:00:00Z',
  personas: [],
  seed({ data }) {
    for (let id = 1; id <= 100_000; id++) {
      data.user.create({ fname: 'Ann', lname: `Berg ${id}`, email: `ann-${id}@mailbox.example` });
    }
  },
});

let browser: Browser;
/** Seeding it takes seconds, so the tests share it. They change nothing. */
let mock: Mock;

beforeAll(async () => {
  browser = await sharedChromium();
  mock = createMock({ scenario: users });
});

describe('The console of a large state', () => {
  it('shows the first of 100,000 users at once, and each row when it is scrolled to', async () => {
    const { page, view, complaints } = await openConsole(browser, { existing: mock, place: 'state/user' });
    await view.getByText('100,000 records.').waitFor();
    const rows = view.getByRole('table', { name: 'Records of user' });
    await rows.getByRole('link', { name: '1', exact: true }).waitFor();
    const drawn = () => rows.getByRole('row').count();
    for (const [end, first, last] of [
      [1, 99_990, 100_000],
      [0.5, 49_995, 50_005],
      [0, 1, 10],
    ] as const) {
      await rows.evaluate(
        (element, part) => element.scrollTo(0, (element.scrollHeight - element.clientHeight) * part),
        end,
      );
      await rows.getByRole('link', { name: String(first), exact: true }).waitFor();
      for (let id = first; id <= last; id++) {
        expect(await rows.getByRole('link', { name: String(id), exact: true }).count(), `user ${id}`).toBe(1);
      }
      expect(await drawn()).toBeLessThan(100);
    }
    await view.getByLabel('Search').fill('99999');
    await expect.poll(async () => Number(await rows.getAttribute('aria-rowcount'))).toBeLessThan(100);
    await rows.getByRole('link', { name: '99999', exact: true }).click();
    await view.getByRole('article').getByText('Is referred to by').waitFor();
    expect(page.url()).toContain('#/state/user/99999?search=99999');
    expect(complaints).toEqual([]);
  });

  it('draws one page of 100,000 users, and leads to the last one', async () => {
    const { page, view, complaints } = await openConsole(browser, { existing: mock, place: 'people' });
    await view.getByText('Page 1 of 2,000').waitFor();
    expect(await view.getByRole('row').count()).toBe(51);
    await view.getByRole('link', { name: 'Last' }).click();
    const [last] = mock.data.user.findMany({ orderBy: { id: 'desc' }, take: 1 });
    await view.getByRole('link', { name: last?.email as string }).waitFor();
    expect(page.url()).toContain('page=2000');
    await view.getByRole('searchbox', { name: 'Search' }).fill(last?.email as string);
    await expect.poll(() => view.getByRole('row').count()).toBe(2);
    await expect.poll(() => page.url()).not.toContain('page=');
    expect(complaints).toEqual([]);
  });
});
