// Runs each test that `briefs-mock explore` wrote in the benchmark: it must fail on the fault, and pass on the twin.
//   npm run bench:explore:tests -- [--results FILE]
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createMock } from 'briefs-mock';
import { empty, newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { buildApp } from './harness/build.js';
import { executable } from './harness/chromium.js';
import { Results } from './harness/results.js';
import { serveApp } from './harness/serve.js';

const { values } = parseArgs({
  options: {
    results: { type: 'string', default: join(import.meta.dirname, 'results.json') },
    only: { type: 'string', default: '' },
  },
});
const folder = join(import.meta.dirname, 'written-tests');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const server = await createServer(createMock({ scenario: newsroom, scenarios: [empty] }), { port: 0 }).listen();
const served: { close(): Promise<void> }[] = [];

/** Writes a test with the address of the application in it. */
async function write(name: string, test: string, app: string, fault?: string): Promise<void> {
  const site = await serveApp(await buildApp(app, fault), false);
  served.push(site);
  const code = test.replace(/process\.env\.APP_URL \?\? '[^']*'/, JSON.stringify(site.url));
  writeFileSync(join(folder, `${name}.spec.ts`), code);
}

const written = new Results(values.results).all.filter(
  ({ test, app, fault }) => test !== undefined && `${app} ${fault}`.includes(values.only),
);
for (const { app, fault, test = '' } of written) {
  await write(`${app}.${fault}.fault`, test, app, fault);
  await write(`${app}.${fault}.twin`, test, app);
}
const config = {
  workers: 2,
  timeout: 20_000,
  expect: { timeout: 2_000 },
  reporter: [['json', { outputFile: 'report.json' }]],
  use: { actionTimeout: 3_000, launchOptions: { executablePath: executable, args: ['--no-sandbox', '--disable-gpu'] } },
};
writeFileSync(join(folder, 'playwright.config.ts'), `export default ${JSON.stringify(config)};\n`);
const runner = join(import.meta.dirname, '..', '..', 'node_modules', '@playwright', 'test', 'cli.js');
// Not synchronously: the applications are served by this process.
const child = spawn(process.execPath, [runner, 'test'], {
  cwd: folder,
  env: { ...process.env, BRIEFS_MOCK_URL: server.url },
  stdio: 'inherit',
});
await new Promise((resolve) => child.on('exit', resolve));
const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
  suites: { file: string; specs: { ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[] }[];
};
let right = 0;
for (const { app, fault } of written) {
  const outcome = (kind: string) =>
    report.suites.find(({ file }) => file === `${app}.${fault}.${kind}.spec.ts`)?.specs[0];
  const [onFault, onTwin] = [outcome('fault'), outcome('twin')];
  const isRight = onFault?.ok === false && onTwin?.ok === true;
  if (isRight) right += 1;
  console.log(
    `${app} ${fault}: ${onFault?.ok === false ? 'fails' : 'PASSES'} on the fault, ${onTwin?.ok ? 'passes' : 'FAILS'} on the twin`,
  );
  const error = (onTwin?.ok ? onFault : onTwin)?.tests[0]?.results[0]?.error?.message ?? '';
  if (process.env.WHY !== undefined) console.log(error.replaceAll(/^/gm, '    '));
}
console.log(`${right} of ${written.length} tests are right`);
await Promise.all(served.map((one) => one.close()));
await server.close();
process.exitCode = right === written.length ? 0 : 1;
