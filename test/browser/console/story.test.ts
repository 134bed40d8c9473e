import type { Mock } from 'briefs-mock';
import type { Browser, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedChromium } from '../chromium.js';
import { expectAccessible, openConsole } from './open-console.js';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});

describe('The time view of a demo', () => {
  it('leads through the chapters, with what the presenter should know', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { place: 'time' });
    const start = mock.fingerprint();
    const section = view.getByRole('region', { name: 'Chapters' });
    await section.getByText('Alice reads the briefs of today').waitFor();
    await section.getByRole('button', { name: 'Next' }).click();
    await section.getByText('2. New colleague').waitFor();
    expect(mock.chapters.current).toBe('new-colleague');
    await section.getByRole('button', { name: 'Back' }).click();
    await section.getByText('1. Morning').waitFor();
    expect(mock.fingerprint()).toBe(start);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  it('plays a week of life in seconds, and goes back by the scrubber; requests have the actor', async () => {
    const { mock, view, goTo, complaints } = await openConsole(browser, { place: 'time', mock: { life: 'calm' } });
    const start = mock.fingerprint();
    const section = view.getByRole('region', { name: 'Time-lapse' });
    await section.getByRole('button', { name: 'Watch a week' }).click();
    for (const day of ['05', '06', '07', '08', '09', '10']) {
      await expect.poll(() => mock.clock.toString() >= `2026-03-${day}T09:00`).toBe(true);
    }
    await expect.poll(() => mock.clock.toString()).toBe('2026-03-11T09:00:00.000Z');
    await section.getByRole('slider').fill('0');
    await expect.poll(() => mock.fingerprint()).toBe(start);
    await goTo('requests');
    await view.locator('[data-actor="readers"]').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('goes to a step that the scrubber has left out', async () => {
    const { mock, view } = await openConsole(browser, { place: 'time', mock: { life: 'calm' } });
    const scrubber = view.getByRole('region', { name: 'Time-lapse' }).getByRole('slider');
    await scrubber.fill('8');
    await expect.poll(() => mock.clock.toString()).toBe('2026-03-06T09:00:00.000Z');
    await scrubber.fill('4');
    await expect.poll(() => mock.clock.toString()).toBe('2026-03-05T09:00:00.000Z');
  });

  it.each<[string, (mock: Mock) => void]>([
    ['a reset', (mock) => mock.reset()],
    ['another time was set', (mock) => mock.clock.set('2026-04-01T09:00:00Z')],
    ['a rewind', (mock) => mock.rewind(0)],
  ])('begins the week again after %s, and undoes nothing of that', async (_, steer) => {
    const { mock, view, complaints } = await openConsole(browser, { place: 'time', mock: { life: 'calm' } });
    const section = view.getByRole('region', { name: 'Time-lapse' });
    await section.getByRole('slider').fill('4');
    await section.getByText('1 of 7 days').waitFor();
    await mock.fetch('/user-data/v1/user/5', { method: 'DELETE' });
    await view.getByText('DELETE /user-data/v1/user/5').first().waitFor();
    await section.getByText('1 of 7 days').waitFor();
    steer(mock);
    const fingerprint = mock.fingerprint();
    await section.getByText('0 of 7 days').waitFor();
    await section.getByRole('slider').fill('2');
    await section.getByText('0.5 of 7 days').waitFor();
    await section.getByRole('slider').fill('0');
    await section.getByText('0 of 7 days').waitFor();
    expect(mock.fingerprint()).toBe(fingerprint);
    expect(complaints).toEqual([]);
  });

  it('stops playing when somebody resets the mock', async () => {
    const { mock, view } = await openConsole(browser, { place: 'time', mock: { life: 'calm' } });
    const start = mock.fingerprint();
    const section = view.getByRole('region', { name: 'Time-lapse' });
    await section.getByRole('button', { name: 'Watch a week' }).click();
    await expect.poll(() => mock.clock.toString()).not.toBe('2026-03-04T09:00:00.000Z');
    mock.reset();
    await section.getByRole('button', { name: 'Watch a week' }).waitFor();
    await section.getByText('0 of 7 days').waitFor();
    // A step that was on its way is the only one after the reset.
    if (mock.fingerprint() !== start) expect(mock.clock.toString()).toBe('2026-03-04T15:00:00.000Z');
  });

  it('goes on while the clock of the server runs', async () => {
    const { mock, view } = await openConsole(browser, { place: 'time', mock: { speed: 60 } });
    const section = view.getByRole('region', { name: 'Time-lapse' });
    await section.getByRole('slider').fill('4');
    await section.getByText('1 of 7 days').waitFor();
    const { revision } = mock;
    await expect.poll(() => mock.revision).toBeGreaterThan(revision);
    await section.getByRole('slider').fill('6');
    await section.getByText('1.5 of 7 days').waitFor();
  });

  it('goes to where the scrubber was moved while it was on the way to another step', async () => {
    const { mock, page, view, complaints } = await openConsole(browser, { place: 'time', mock: { life: 'calm' } });
    const start = mock.fingerprint();
    const revision = mock.revision;
    let advance: Route | undefined;
    await page.route('**/__mock/clock', (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      advance = route;
    });
    const section = view.getByRole('region', { name: 'Time-lapse' });
    const scrubber = section.getByRole('slider');
    await scrubber.fill('8');
    await expect.poll(() => advance).toBeDefined();
    await scrubber.fill('0');
    await advance?.continue();
    await expect.poll(() => mock.revision).toBeGreaterThan(revision);
    await expect.poll(() => mock.fingerprint()).toBe(start);
    await section.getByText('0 of 7 days').waitFor();
    expect(complaints).toEqual([]);
  });
});
