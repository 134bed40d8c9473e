import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

// Only end what hangs: on a busy machine, a build can take minutes.
const limits = { testTimeout: 600_000, hookTimeout: 600_000 };

// Vitest adds names to the instances, so each project has its own.
const inChromium = () => ({
  ...limits,
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
      // Builds Storybook, so it starts when the others have ended.
      { test: { name: 'tab', include: ['src/tab.test.ts'], ...limits, sequence: { groupOrder: 1 } } },
    ],
  },
});
