import { sveltekit } from '@sveltejs/kit/vite';
import { briefsMock } from 'briefs-mock/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [sveltekit(), briefsMock({ scenario: 'newsroom', persona: 'alice' })],
});
