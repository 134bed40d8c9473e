// Proves that each planted fault is real: what it is about goes wrong on the fault alone, and right on the twin.
//   npm run bench:explore:check [APP…]
import { apps } from './harness/apps.js';
import { buildApp } from './harness/build.js';
import { launch } from './harness/chromium.js';
import { withStage } from './harness/stage.js';

const chosen = process.argv.slice(2);
const unknown = chosen.filter((app) => !Object.hasOwn(apps, app));
if (unknown.length > 0) {
  throw new Error(`There is no application ${unknown.join(', ')}; they are ${Object.keys(apps).join(', ')}`);
}
const browser = await launch();
let [count, wrong] = [0, 0];
try {
  for (const [app, faults] of Object.entries(apps)) {
    if (chosen.length > 0 && !chosen.includes(app)) continue;
    const twin = await buildApp(app);
    for (const { name, isRight } of faults) {
      const onFault = await withStage(browser, await buildApp(app, name), isRight);
      const onTwin = await withStage(
        browser,
        twin,
        async (stage) => (await isRight(stage)) && stage.errors.length === 0,
      );
      count += 1;
      if (onFault || !onTwin) wrong += 1;
      console.log(`${app} ${name}: ${onFault ? 'NOT SEEN' : 'seen'}, twin ${onTwin ? 'clean' : 'NOT CLEAN'}`);
    }
  }
} finally {
  await browser.close();
}
console.log(`${count} faults, ${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;
