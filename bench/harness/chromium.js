import { chromium } from 'playwright-core';
import { NotAvailable } from './targets.js';

/** Starts Chromium. @throws NotAvailable if it does not start. */
export async function launchChromium() {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
  return chromium.launch({ executablePath, args: ['--headless', '--no-sandbox'] }).catch((error) => {
    throw new NotAvailable(`Chromium does not start: ${error.message.split('\n')[0]}`);
  });
}
