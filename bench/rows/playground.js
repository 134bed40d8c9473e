import { fileURLToPath, pathToFileURL } from 'node:url';
import { defineRow } from '../harness/bench.js';
import { launchChromium } from '../harness/chromium.js';
import { interleave } from '../harness/samples.js';
import { atMost } from '../harness/targets.js';

const file = pathToFileURL(fileURLToPath(new URL('../../dist/playground.html', import.meta.url))).href;

/** How often the demo goes through its chapters and back. */
const TOURS = 20;

/** The playground, opened from disk: until it lists the briefs, and from a click in the bar of chapters until the bar shows the chapter. */
export const playground = defineRow({
  id: 'playground',

  async measure({ settings }) {
    const browser = await launchChromium();
    try {
      return await interleave(settings.shortRounds, { round: () => openAndGo(browser) });
    } finally {
      await browser.close();
    }
  },

  lines: () => [
    {
      what: 'The playground, opened from disk in Chromium, to the list of briefs',
      target: atMost(2000, 'ms'),
      figure: ({ round }) => round.map(({ listed }) => listed),
    },
    {
      what: 'From the first click on Next to the chapter, in the bar of its panel',
      target: atMost(50, 'ms'),
      figure: ({ round }) => round.map(({ switches: [first = Number.NaN] }) => first),
    },
    {
      what: 'From each later click on Next or Back to the chapter',
      target: atMost(50, 'ms', 'median'),
      figure: ({ round }) => round.flatMap(({ switches }) => switches.slice(1)),
    },
  ],
});

/** @param {import('playwright-core').Browser} browser @returns {Promise<{ listed: number, switches: number[] }>} */
async function openAndGo(browser) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(file);
    await page.getByRole('navigation', { name: 'Briefs' }).getByRole('button', { name: 'Energy Today' }).waitFor();
    const listed = /** @type {number} */ (await page.evaluate('performance.now()'));
    await page.getByRole('button', { name: 'Mock' }).click();
    const bar = page.getByRole('region', { name: 'Chapters of the demo' });
    await bar.waitFor();
    /** @type {number[]} */
    const switches = [];
    for (const label of Array.from({ length: TOURS }, () => ['Next', 'Next', 'Back', 'Back']).flat()) {
      switches.push(await bar.evaluate(millisecondsOfSwitch, label));
    }
    return { listed, switches };
  } finally {
    await context.close();
  }
}

/**
 * Runs in the page: clicks a button of the bar, and waits for another title.
 * @param {Element} bar @param {string} label @returns {Promise<number>}
 */
async function millisecondsOfSwitch(bar, label) {
  const titleOf = () => bar.querySelector('[role="status"] strong')?.textContent;
  const button = [...bar.querySelectorAll('button')].find(({ textContent }) => textContent === label);
  const before = titleOf();
  const start = performance.now();
  button?.click();
  await new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (titleOf() === before) return;
      observer.disconnect();
      resolve(undefined);
    });
    observer.observe(bar, { childList: true, subtree: true, characterData: true });
  });
  return performance.now() - start;
}
