import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { defineRow } from '../harness/bench.js';
import { launchChromium } from '../harness/chromium.js';
import { interleave } from '../harness/samples.js';
import { atMost, noTarget } from '../harness/targets.js';

/** @typedef {'bare' | 'mock' | 'kept'} Page */

/** The time from the load of a page in Chromium to its first mocked answer. */
export const page = defineRow({
  id: 'page',

  async measure({ settings }) {
    const browser = await launchChromium();
    const site = await serve();
    const load = (/** @type {Page} */ name) => millisecondsOf(browser, `${site.url}/${name}/`);
    try {
      return await interleave(settings.shortRounds, {
        bare: () => load('bare'),
        mock: () => load('mock'),
        kept: () => load('kept'),
      });
    } finally {
      await browser.close();
      site.close();
    }
  },

  lines() {
    const what = 'The load of a page in Chromium to the first answer';
    return [
      {
        what,
        target: atMost(100, 'ms', 'more than with a bare MSW handler'),
        figure: ({ mock, bare }) => differences(mock, bare),
      },
      {
        what: `${what}, with a kept state`,
        target: atMost(100, 'ms', 'more than without'),
        figure: ({ kept, mock }) => differences(kept, mock),
      },
      { what, target: noTarget('ms'), figure: ({ mock }) => mock },
    ];
  },
});

/** @param {readonly number[]} ours @param {readonly number[]} theirs */
function differences(ours, theirs) {
  return ours.map((value, round) => value - (theirs[round] ?? Number.NaN));
}

/**
 * The milliseconds of the second load of a page: at the first, the browser installs the service worker.
 * @param {import('playwright-core').Browser} browser @param {string} url @returns {Promise<number>}
 */
async function millisecondsOf(browser, url) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const answeredAt = async () => (await page.waitForFunction('window.answeredAt')).jsonValue();
    await page.goto(url);
    await answeredAt();
    await page.reload();
    return /** @type {number} */ (await answeredAt());
  } finally {
    await context.close();
  }
}

/** Serves the pages, each bundled as a front end. */
async function serve() {
  const files = new Map([
    [
      '/mockServiceWorker.js',
      await readFile(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), 'utf8'),
    ],
  ]);
  for (const name of /** @type {Page[]} */ (['bare', 'mock', 'kept'])) {
    files.set(
      `/${name}/`,
      `<!doctype html><link rel="icon" href="data:,"><script type="module" src="/${name}.js"></script>`,
    );
    for (const [file, code] of await bundle(name)) files.set(`/${file}`, code);
  }
  const server = createServer(({ url = '/' }, response) => {
    response.setHeader('content-type', url.endsWith('.js') ? 'text/javascript' : 'text/html');
    response.statusCode = files.has(url) ? 200 : 404;
    response.end(files.get(url));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** @param {Page} name @returns {Promise<[file: string, code: string][]>} */
async function bundle(name) {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: true,
      rollupOptions: {
        input: { [name]: fileURLToPath(new URL(`../pages/${name}.js`, import.meta.url)) },
        output: { entryFileNames: '[name].js', chunkFileNames: 'assets/[name]-[hash].js' },
      },
    },
  });
  const [bundle] = [built].flat();
  if (bundle === undefined || !('output' in bundle)) throw new Error('Vite watched instead of building');
  return bundle.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code]] : []));
}
