import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

// Vitest adds names to the instances, so each project has its own.
const inChromium = () => ({
  testTimeout: 180_000,
  browser: {
    enabled: true,
    headless: true,
    provider: playwright({
      launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] },
    }),
    instances: [{ browser: 'chromium' as const }],
  },
});

export default defineConfig({
  test: {
    projects: [
      { plugins: [storybookTest({ configDir: '.storybook' })], test: { ...inChromium(), name: 'stories' } },
      { test: { ...inChromium(), name: 'browser mode', include: ['src/reader.test.ts'] } },
      { test: { name: 'tab', include: ['src/tab.test.ts'], testTimeout: 180_000, hookTimeout: 180_000 } },
    ],
  },
});
