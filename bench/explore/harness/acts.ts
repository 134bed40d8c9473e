// What several reproductions do.
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator } from 'playwright-core';
import type { Stage } from './fault.js';

export async function press({ page, quiet }: Stage, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await quiet();
}

/** Presses a button twice while the first request waits for its answer, and counts the requests that were sent. */
export async function pressTwice({ mock, hold, quiet }: Stage, button: Locator, method: string): Promise<number> {
  const send = hold(method, /./);
  const click = () => button.evaluate((element: HTMLElement) => element.click());
  await click();
  await quiet();
  await click();
  await quiet();
  await send();
  return mock.requests.count({ method });
}

export async function passes({ page }: Stage, rule: string): Promise<boolean> {
  return (await new AxeBuilder({ page }).withRules([rule]).analyze()).violations.length === 0;
}
