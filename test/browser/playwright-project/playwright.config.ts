import { defineConfig } from '@playwright/test';

export default defineConfig({
  testMatch: '*.fixture.ts',
  workers: 1,
  reporter: 'json',
  use: {
    launchOptions: { executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu'] },
  },
});
