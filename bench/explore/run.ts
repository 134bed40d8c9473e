// Runs the testers on every application, with each planted fault and with none, and prints what they found.
//   npm run bench:explore -- [--seconds N] [--only TEXT]… [--tester TEXT]… [--again] [--results FILE]
// `--only` is a part of `application fault`, such as `reader-dom` or `no-rollback`. What was measured before is not measured again.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { apps } from './harness/apps.js';
import { buildApp } from './harness/build.js';
import { type Result, Results, tablesOf } from './harness/results.js';
import { serveApp } from './harness/serve.js';
import type { Complaint, Tester } from './harness/tester.js';
import { bombadilTesters } from './testers/bombadil.js';
import { briefsMock } from './testers/briefs-mock.js';
import { gremlinsTesters } from './testers/gremlins.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '180' },
    only: { type: 'string', multiple: true, default: [''] },
    tester: { type: 'string', multiple: true, default: [''] },
    again: { type: 'boolean', default: false },
    results: { type: 'string', default: join(import.meta.dirname, 'results.json') },
  },
});
const seconds = Number(values.seconds);
const results = new Results(values.results);
/** How often a plan that found a fault is replayed. */
const REPLAYS = 10;

/** The complaint that is about the fault, and not about the twin as well. */
async function aboutFault(
  complaints: Complaint[],
  url: string,
  twinUrl: string,
  onTwin: string[],
): Promise<Complaint | undefined> {
  for (const complaint of complaints) {
    const { text, comesBack } = complaint;
    if (comesBack === undefined) {
      if (!onTwin.includes(text)) return complaint;
    } else if ((await comesBack(url)) && !(await comesBack(twinUrl))) return complaint;
  }
  return undefined;
}

async function replaysOf(complaint: Complaint | undefined, url: string): Promise<number | undefined> {
  if (complaint?.comesBack === undefined) return undefined;
  let again = 0;
  for (let i = 0; i < REPLAYS; i += 1) if (await complaint.comesBack(url)) again += 1;
  return again;
}

async function measure(tester: Tester, app: string, fault: string): Promise<Result> {
  const twin = await serveApp(await buildApp(app), tester.isTroubled);
  const faulty = fault === '' ? twin : await serveApp(await buildApp(app, fault), tester.isTroubled);
  try {
    const started = performance.now();
    const complaints = await tester.test(faulty.url, seconds, fault !== '');
    const took = Math.round((performance.now() - started) / 1000);
    const onTwin = results.find(tester.name, app, '')?.complaints ?? [];
    const about = fault === '' ? undefined : await aboutFault(complaints, faulty.url, twin.url, onTwin);
    const texts = complaints.map(({ text }) => text);
    const replays = await replaysOf(about, faulty.url);
    const found = about !== undefined;
    const { steps, test } = about ?? {};
    return { tester: tester.name, app, fault, seconds, found, complaints: texts, took, steps, replays, test };
  } finally {
    await faulty.close();
    if (faulty !== twin) await twin.close();
  }
}

for (const tester of [briefsMock, ...bombadilTesters, ...gremlinsTesters]) {
  if (!values.tester.some((text) => tester.name.includes(text))) continue;
  const reason = tester.unavailable();
  if (reason !== undefined) {
    console.error(`${tester.name}: not measured, ${reason}`);
    continue;
  }
  for (const [app, faults] of Object.entries(apps)) {
    for (const fault of ['', ...faults.map(({ name }) => name)]) {
      if (!values.only.some((text) => `${app} ${fault === '' ? 'twin' : fault}`.includes(text))) continue;
      if (!values.again && results.find(tester.name, app, fault) !== undefined) continue;
      const result = await measure(tester, app, fault);
      results.add(result);
      const outcome = fault === '' ? `${result.complaints.length} false alarms` : result.found ? 'found' : 'MISSED';
      console.error(`${tester.name}: ${app} ${fault === '' ? 'twin' : fault}: ${outcome}, ${result.took} s`);
      for (const text of result.found ? [] : result.complaints) console.error(`  ${text}`);
    }
  }
}
console.log(tablesOf(results));
