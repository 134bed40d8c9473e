import type { Page } from 'playwright-core';
import { randomFrom } from '../support/crash-client.js';
import type {} from './pages/persist.js';

/** The page whose mock keeps its state. */
export const persistentPage = new URL('./pages/persist.ts', import.meta.url);

/** Opens it, and waits until its mock is ready. */
export async function openPersistent(page: Page, url: string) {
  await page.goto(url);
  await page.waitForFunction(() => window.loaded !== undefined);
  return page.evaluate(() => window.loaded);
}

/** The fingerprint of the mock's state, after everything was written. */
export function fingerprintOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    await window.mock.persisted();
    return window.mock.fingerprint();
  });
}

/** Writes a few records by requests and by calls in the process. */
export async function writeAtRandom(page: Page, seed: number): Promise<void> {
  const random = randomFrom(seed);
  const writes = Array.from({ length: 1 + Math.floor(random() * 5) }, () => Math.floor(random() * 1_000_000));
  await page.evaluate(async (numbers) => {
    for (const n of numbers) {
      const name = `client ${n}`;
      const client = { name, short_name: name, display_name: name, type: 'company' };
      const clients = window.mock.data.client.getAll();
      const some = clients[n % clients.length]?.id;
      if (n % 5 === 0) window.mock.clock.advance({ seconds: n % 100 });
      else if (n % 5 === 1)
        window.mock.data.user.create({ fname: 'Bo', lname: name, email: `bo-${n}@mailbox.example` });
      else if (n % 5 === 2) await fetch(`/user-data/v1/client/${some}`, { method: 'DELETE' });
      else if (n % 50 === 3) window.mock.reset();
      else await fetch('/user-data/v1/client', { method: 'POST', body: JSON.stringify([client]) });
    }
  }, writes);
}
