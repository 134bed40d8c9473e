import { defineConfig } from '@playwright/test';

export default defineConfig({ testMatch: '*.fixture.ts', workers: 1, reporter: 'json' });
