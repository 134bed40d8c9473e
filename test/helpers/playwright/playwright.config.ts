import { defineConfig } from '@playwright/test';
import type { MockServerOptions } from 'briefs-mock/playwright';

export default defineConfig<object, MockServerOptions>({
  use: { traces: 'all' },
  testMatch: '*.fixture.ts',
  workers: 1,
  reporter: 'json',
});
