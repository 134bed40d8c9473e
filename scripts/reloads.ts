// Reloads a page whose mock keeps its state again and again, with random writes in between: `npm run reloads -- --help`.
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { complaintsOf, launchChromium } from '../test/browser/chromium.js';
import { fingerprintOf, openPersistent, persistentPage, writeAtRandom } from '../test/browser/persistent-page.js';
import { serveApp } from '../test/browser/site.js';

const HELP = `npm run reloads -- [--reloads <n>] [--seed <n>] [--measured <n>]

  --reloads <n>   the number of reloads after which the fingerprint must be the same as before; default: 1000
  --seed <n>      the seed of what is written; default: 1
  --measured <n>  the number of reloads to measure, with and without the option persist; default: 20

Needs /usr/bin/chromium-headless-shell. The measured time is that from the start of the navigation to the first answer.`;

const { values } = parseArgs({
  options: {
    reloads: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    measured: { type: 'string', default: '20' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}

const [site, browser] = await Promise.all([serveApp(persistentPage), launchChromium()]);
try {
  const page = await browser.newPage();
  const complaints = complaintsOf(page);
  await openPersistent(page, `${site.url}/?key=reloads`);
  await reloadOften(page);
  // MSW complains now and then that a page ended while it was starting.
  for (const complaint of complaints) if (complaint.startsWith('briefs-mock:')) fail(complaint);
  await measure(page);
} finally {
  await browser.close();
  await site.close();
}

async function reloadOften(page: Page): Promise<void> {
  for (let round = 1; round <= Number(values.reloads); round++) {
    await writeAtRandom(page, Number(values.seed) * 1_000_000 + round);
    const before = await fingerprintOf(page);
    await openPersistent(page, page.url());
    const after = await fingerprintOf(page);
    if (after !== before) fail(`reload ${round}: the fingerprint was ${before}, and is ${after}`);
    if (round % 50 === 0) console.log(`${round} reloads`);
  }
}

/** Prints the median time of a reload with and without the option, in turns. */
async function measure(page: Page): Promise<void> {
  const times = { on: [] as number[], off: [] as number[] };
  for (let round = 0; round < Number(values.measured); round++) {
    for (const persist of ['on', 'off'] as const) {
      await openPersistent(page, `${site.url}/?key=reloads&persist=${persist}`);
      times[persist].push(
        await page.evaluate(async () => {
          await (await fetch('/public-api/v1/brief', { headers: { authorization: 'Bearer alice-token' } })).json();
          return performance.now();
        }),
      );
    }
  }
  const [on, off] = [median(times.on), median(times.off)];
  console.log(`median reload: ${off} ms without persist, ${on} ms with it`);
}

function median(numbers: readonly number[]): number {
  return Math.round([...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
