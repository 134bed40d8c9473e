import { readdir, stat } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { defineRow } from '../harness/bench.js';
import { launchChromium } from '../harness/chromium.js';
import { interleave } from '../harness/samples.js';
import { atMost, noTarget } from '../harness/targets.js';
import { briefsMockWith } from '../servers/index.js';

const folder = fileURLToPath(new URL('../../dist/console/', import.meta.url));

/** Requests a second, and for how many seconds, while the console is open. */
const RATE = 500;
const BUSY_SECONDS = 5;

/** The size of the console, the time until it shows records of a large state, and its frames while requests arrive. */
export const consolePage = defineRow({
  id: 'console',

  async measure({ processes, settings }) {
    const browser = await launchChromium();
    try {
      const { url } = await briefsMockWith(processes, settings.many);
      const { shown } = await interleave(settings.shortRounds, { shown: () => timesOf(browser, url) });
      const busy = await framesOf(browser, url);
      return { size: [await sizeOfFiles()], shown, busy };
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
      {
        what: `The longest task of the console's page while ${RATE} requests a second arrive`,
        target: noTarget('ms'),
        figure: ({ busy }) => [busy.longestTask],
      },
      {
        what: `A frame of the console's page while ${RATE} requests a second arrive`,
        target: noTarget('ms', 'median'),
        figure: ({ busy }) => busy.frames,
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

/**
 * The milliseconds of the frames of the list of requests, and of the longest task, while requests arrive.
 * @param {import('playwright-core').Browser} browser @param {string} url
 * @returns {Promise<{ frames: number[], longestTask: number }>}
 */
async function framesOf(browser, url) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${url}/__mock/#/requests`);
    await page.getByText('live', { exact: true }).waitFor();
    await page.evaluate(`
      window.frames_ = [];
      window.tasks = [0];
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
      let last = performance.now();
      requestAnimationFrame(function next(now) {
        frames_.push(now - last);
        last = now;
        requestAnimationFrame(next);
      });
    `);
    await sendSteadily(url);
    const last = page.getByRole('link', { name: `/user-data/v1/user/${RATE * BUSY_SECONDS}`, exact: true });
    await last.waitFor();
    const [frames, tasks] = /** @type {[number[], number[]]} */ (await page.evaluate('[frames_, tasks]'));
    return { frames, longestTask: Math.max(...tasks) };
  } finally {
    await context.close();
  }
}

/** Sends the requests, evenly. @param {string} url */
async function sendSteadily(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const send = (/** @type {number} */ id) =>
    new Promise((resolve, reject) => {
      get(`${url}/user-data/v1/user/${id}`, { agent }, (response) => response.resume().once('end', resolve)).once(
        'error',
        reject,
      );
    });
  const sent = [];
  const start = performance.now();
  for (let i = 1; i <= RATE * BUSY_SECONDS; i++) {
    const early = start + (i * 1000) / RATE - performance.now();
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
    sent.push(send(i));
  }
  await Promise.all(sent);
  agent.destroy();
}
