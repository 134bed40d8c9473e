// Runs the testers on every application, with each planted fault and with none, and prints what they found.
//   npm run bench:explore -- [--seconds N] [--app NAME]… [--tester TEXT]…
import { parseArgs } from 'node:util';
import { apps } from './harness/apps.js';
import { buildApp } from './harness/build.js';
import { serveApp } from './harness/serve.js';
import type { Complaint, Tester } from './harness/tester.js';
import { briefsMock } from './testers/briefs-mock.js';
import { gremlinsTesters } from './testers/gremlins.js';

interface Row {
  app: string;
  found: string[];
  missed: string[];
  falseAlarms: number;
  seconds: number;
}

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '180' },
    app: { type: 'string', multiple: true, default: Object.keys(apps) },
    tester: { type: 'string', multiple: true, default: [''] },
  },
});
const seconds = Number(values.seconds);

/** Whether a tester found the fault: one of its complaints is about the fault, and not about the twin as well. */
async function isFound(complaints: Complaint[], url: string, twinUrl: string, onTwin: Complaint[]): Promise<boolean> {
  for (const { text, comesBack } of complaints) {
    if (comesBack === undefined) {
      if (!onTwin.some((other) => other.text === text)) return true;
    } else if ((await comesBack(url)) && !(await comesBack(twinUrl))) return true;
  }
  return false;
}

async function measure(tester: Tester, app: string): Promise<Row> {
  const row: Row = { app, found: [], missed: [], falseAlarms: 0, seconds: 0 };
  const twin = await serveApp(await buildApp(app), tester.isTroubled);
  const onTwin = await tester.test(twin.url, seconds);
  row.falseAlarms = onTwin.length;
  for (const { name } of apps[app] ?? []) {
    const faulty = await serveApp(await buildApp(app, name), tester.isTroubled);
    const started = performance.now();
    const complaints = await tester.test(faulty.url, seconds);
    row.seconds += (performance.now() - started) / 1000;
    const found = await isFound(complaints, faulty.url, twin.url, onTwin);
    (found ? row.found : row.missed).push(name);
    await faulty.close();
  }
  await twin.close();
  return row;
}

function print(tester: Tester, rows: Row[]): void {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  console.log(`\n### ${tester.name}, ${seconds} s for each fault\n`);
  console.log('| application | found | missed | false alarms on the twin | seconds |');
  console.log('|---|---|---|---|---|');
  for (const row of rows) {
    const cells = [row.app, row.found.join(', '), row.missed.join(', '), row.falseAlarms, Math.round(row.seconds)];
    console.log(`| ${cells.join(' | ')} |`);
  }
  const totals = [sum(({ found }) => found.length), sum(({ missed }) => missed.length)];
  console.log(
    `| all | ${totals.join(' | ')} | ${sum((row) => row.falseAlarms)} | ${Math.round(sum((row) => row.seconds))} |`,
  );
}

for (const tester of [briefsMock, ...gremlinsTesters]) {
  if (!values.tester.some((text) => tester.name.includes(text))) continue;
  const reason = tester.unavailable();
  if (reason !== undefined) {
    console.log(`\n### ${tester.name}: not measured, ${reason}`);
    continue;
  }
  const rows: Row[] = [];
  for (const app of values.app) {
    console.error(`${tester.name}: ${app} …`);
    rows.push(await measure(tester, app));
  }
  print(tester, rows);
}
