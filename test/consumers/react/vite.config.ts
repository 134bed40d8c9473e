import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'jsdom',
    globals: true,
    setupFiles: 'src/test-setup.ts',
    testTimeout: 600_000,
    // One of them builds the application.
    hookTimeout: 600_000,
  },
});
