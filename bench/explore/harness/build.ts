// Builds an application, with one fault or none.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import vue from '@vitejs/plugin-vue';
import { build } from 'vite';

const apps = join(import.meta.dirname, '..', 'apps');

/** The page of every application. */
export const html =
  '<!doctype html><html lang="en"><head><title>Briefs</title></head><body><div id="app"></div><script type="module" src="/app.js"></script></body></html>';

/** The code of /app.js. Without a fault, it is the code of the twin. */
export async function buildApp(app: string, fault = ''): Promise<string> {
  const main = join(apps, app, 'main.ts');
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [vue(), svelte({ configFile: false, compilerOptions: { css: 'injected' } })],
    define: { FAULT: JSON.stringify(fault), 'process.env.NODE_ENV': '"production"' },
    build: { write: false, rollupOptions: { input: existsSync(main) ? main : `${main}x` } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (output === undefined || !('output' in output)) throw new Error('Vite watched instead of building');
  return output.output[0].code;
}
