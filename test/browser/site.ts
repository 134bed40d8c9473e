import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** A web site on its own port. */
export interface Site {
  /** Its origin as 127.0.0.1. */
  readonly url: string;
  /** The same site with the host localhost, which is another origin for a browser. */
  readonly localhost: string;
  close(): Promise<void>;
}

/** Serves the given scripts by path, and at every other path an empty page, which loads the `app.js` of its folder if there is one. */
export async function serveSite(scripts: Readonly<Record<string, string>> = {}): Promise<Site> {
  const pageAt = (url: string) => {
    const app = new URL('app.js', `http://localhost${url}`).pathname;
    const tag = app in scripts ? `<script type="module" src="${app}"></script>` : '';
    return `<!doctype html><title>Test</title><link rel="icon" href="data:,">${tag}`;
  };
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    const script = scripts[url];
    response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript');
    response.end(script ?? pageAt(url));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    localhost: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Serves a page, bundled like a front end, at the given folders, and the service worker of MSW. */
export async function serveApp(
  page = new URL('./pages/app.ts', import.meta.url),
  folders: readonly string[] = ['/'],
): Promise<Site> {
  const [app, worker] = await Promise.all([
    bundle(fileURLToPath(page)),
    readFile(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), 'utf8'),
  ]);
  const apps = Object.fromEntries(folders.map((folder) => [`${folder}app.js`, app]));
  return serveSite({ ...apps, '/mockServiceWorker.js': worker });
}

async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, minify: false, rollupOptions: { input: entry, output: { codeSplitting: false } } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (output === undefined || !('output' in output)) throw new Error('Vite watched instead of building');
  const chunks = output.output.filter((file) => file.type === 'chunk');
  if (chunks.length !== 1) throw new Error(`One script was expected, not ${chunks.length}`);
  return chunks[0]?.code ?? '';
}
