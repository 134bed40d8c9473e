import { defineConfig } from '@playwright/test';
import type { MockServerOptions } from 'briefs-mock/playwright';

export default defineConfig<object, MockServerOptions>({
  use: { traces: 'all', redactTraces: true, reportRequests: true },
  testMatch: '*.fixture.ts',
  workers: 1,
  reporter: 'json',
});
