import { type Browser, chromium } from 'playwright-core';

export const executable = process.env.BROWSER ?? '/usr/bin/chromium-headless-shell';

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--disable-gpu'] });
