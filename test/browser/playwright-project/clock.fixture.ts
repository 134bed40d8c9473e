import { expect } from '@playwright/test';
import { test } from 'briefs-mock/playwright';

test.describe('with the clock of the mock', () => {
  test.use({ mockClock: true });

  test('page', async ({ page, mock }) => {
    const time = () => page.evaluate(() => new Date().toISOString());
    await page.goto(process.env.SITE ?? '');
    expect(await time()).toBe('2026-03-04T09:00:00.000Z');
    await mock.setClock({ advance_seconds: 3600 });
    expect(await time()).toBe('2026-03-04T10:00:00.000Z');
    await page.reload();
    expect(await time()).toBe('2026-03-04T10:00:00.000Z');
    await mock.reset();
    expect(await time()).toBe('2026-03-04T09:00:00.000Z');
    // Timers of the page run.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1)));
    await mock.setClock({ frozen: false });
    const [one, other] = [await time(), await time()];
    expect(Date.parse(one)).toBeLessThanOrEqual(Date.parse(other));
    expect(one).toMatch(/^2026-03-04T09:00:/);
  });

  test('closes its context', async ({ context, mock }) => {
    await context.close();
    await mock.setClock({ advance_seconds: 3600 });
  });
});
