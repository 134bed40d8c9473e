import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { readerPage } from '../../support/sample-apps.js';
import { sharedChromium } from '../chromium.js';
import { expectAccessibleAnywhere, openConsole } from './open-console.js';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});

describe('Waste', () => {
  it('lists what a page asks in vain as it asks, and leads to the requests', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { place: 'waste' });
    await view.getByText('No read was repeated').waitFor();
    await readerPage(mock.fetch, ['two components', 'each brief', 'one after the other']);
    const repeated = view.getByRole('region', { name: 'Repeated' });
    await repeated.getByText('GET /public-api/v1/brief').first().waitFor();
    await view.getByRole('region', { name: 'One for each' }).getByText('4 values of brief_slug').waitFor();
    await view.getByRole('row', { name: 'GET /public-api/v1/brief/:brief_slug' }).first().waitFor();
    await expectAccessibleAnywhere(page);
    await repeated.getByRole('link').last().click();
    await page.waitForURL(/requests/);
    expect(complaints).toEqual([]);
  });
});
