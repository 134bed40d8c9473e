import { readdir, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { defineRow } from '../harness/bench.js';
import { launchChromium } from '../harness/chromium.js';
import { interleave } from '../harness/samples.js';
import { atMost, noTarget } from '../harness/targets.js';
import { briefsMockWith } from '../servers/index.js';

const folder = fileURLToPath(new URL('../../dist/console/', import.meta.url));

/** The size of the console, and the time until it shows records of a large state. */
export const consolePage = defineRow({
  id: 'console',

  async measure({ processes, settings }) {
    const browser = await launchChromium();
    try {
      const { url } = await briefsMockWith(processes, settings.many);
      const { shown } = await interleave(settings.shortRounds, { shown: () => timesOf(browser, url) });
      return { size: [await sizeOfFiles()], shown };
    } finally {
      await browser.close();
      await processes.stopAll();
    }
  },

  lines({ many }) {
    const what = `The first users of ${many.toLocaleString('en')} in the console`;
    return [
      { what: 'The console as the server sends it', target: atMost(60, 'KB'), figure: ({ size }) => size },
      {
        what,
        target: atMost(1000, 'ms', 'after the page was loaded'),
        figure: ({ shown }) => shown.map(({ afterLoad }) => afterLoad),
      },
      {
        what: `${what}, after the browser went to the page`,
        target: noTarget('ms'),
        figure: ({ shown }) => shown.map(({ afterStart }) => afterStart),
      },
    ];
  },
});

/** In KB. */
async function sizeOfFiles() {
  const files = await Promise.all((await readdir(folder)).map((file) => stat(`${folder}${file}`)));
  return files.reduce((sum, { size }) => sum + size, 0) / 1000;
}

/**
 * When the page shows the first user, in milliseconds.
 * @param {import('playwright-core').Browser} browser @param {string} url
 * @returns {Promise<{ afterLoad: number, afterStart: number }>}
 */
async function timesOf(browser, url) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${url}/__mock/#/state/user`);
    await page.getByRole('main').getByRole('link', { name: '1', exact: true }).waitFor();
    const [afterStart, loadedAt] = /** @type {[number, number]} */ (
      await page.evaluate("[performance.now(), performance.getEntriesByType('navigation')[0].loadEventEnd]")
    );
    return { afterLoad: afterStart - loadedAt, afterStart };
  } finally {
    await context.close();
  }
}
