import { defineConfig } from '@playwright/test';

const options = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];

export default defineConfig({
  testDir: 'tests',
  globalSetup: './serve-page.js',
  fullyParallel: true,
  workers: 4,
  // Only ends tests that hang.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: { launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: options } },
});
