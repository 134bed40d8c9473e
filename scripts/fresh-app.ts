// From a fresh application to a list of briefs: `npm run fresh -- --help`.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../test/browser/chromium.js';

const HELP = `npm run fresh -- [--only react|sveltekit] [--rounds <n>]

Creates an application as its framework says, adds the mock with briefs-mock init, and waits in Chromium for the list of briefs. Then
measures, with the plugin and without it: the first answer of the development server, the time from an edit to the page, and what a
build for production contains. Needs a package registry and /usr/bin/chromium-headless-shell.

  --only <name>   one of the two applications
  --rounds <n>    the number of edits to measure; default: 20`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '20' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}

/** SvelteKit names a build after its time, and the hash of the name is not always as long. */
const STOPPED_CLOCK = 'data:text/javascript,Date.now = () => 1_800_000_000_000';

/** What a person would type and write for an application of their own. */
interface Application {
  readonly create: readonly string[];
  /** The code that shows the list, by file. */
  readonly list: Readonly<Record<string, string>>;
  /** The component that is edited, and its heading. */
  readonly edited: string;
  readonly output: string;
}

const applications: Readonly<Record<string, Application>> = {
  react: {
    create: ['npm', 'create', '-y', 'vite@latest', 'app', '--', '--template', 'react-ts', '--no-interactive'],
    list: {
      'src/App.tsx': `import { useEffect, useState } from 'react';

export default function App() {
  const [briefs, setBriefs] = useState<{ slug: string; name: string }[]>([]);
  useEffect(() => {
    fetch('/public-api/v1/brief').then((response) => response.json()).then(({ data }) => setBriefs(data));
  }, []);
  return <><h1>Briefs</h1><ul>{briefs.map(({ slug, name }) => <li key={slug}>{name}</li>)}</ul></>;
}
`,
    },
    edited: 'src/App.tsx',
    output: 'dist',
  },
  sveltekit: {
    create: [
      'npx',
      '-y',
      'sv',
      'create',
      'app',
      '--template',
      'minimal',
      '--types',
      'ts',
      '--no-add-ons',
      '--no-install',
    ],
    list: {
      'src/routes/+page.server.ts': `export async function load({ fetch }) {
  const base = process.env.BRIEFS_MOCK_URL ?? 'https://api.example.com';
  const { data } = await (await fetch(base + '/public-api/v1/brief')).json();
  return { briefs: data as { slug: string; name: string }[] };
}
`,
      'src/routes/+page.svelte': `<script lang="ts">
  let { data } = $props();
</script>
<h1>Briefs</h1>
<ul>{#each data.briefs as { slug, name } (slug)}<li>{name}</li>{/each}</ul>
`,
    },
    edited: 'src/routes/+page.svelte',
    output: '.svelte-kit/output',
  },
};

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-fresh-'));
const running = new Set<ChildProcess>();
const browser = await launchChromium();
try {
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  const tarball = join(
    folder,
    execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }).trim().split('\n').at(-1) ?? '',
  );
  const chosen = Object.entries(applications).filter(([name]) => values.only === undefined || name === values.only);
  if (chosen.length === 0) throw new Error(`--only must be ${Object.keys(applications).join(' or ')}`);
  for (const [name, application] of chosen) await measure(name, application, tarball, browser);
} finally {
  await browser.close();
  for (const child of running) child.kill();
  rmSync(folder, { recursive: true });
}

async function measure(name: string, application: Application, tarball: string, chromium: Browser): Promise<void> {
  const place = mkdtempSync(join(folder, `${name}-`));
  const app = join(place, 'app');
  let commands = 0;
  const timed = async (what: string, run: () => Promise<unknown> | unknown) => {
    const start = performance.now();
    await run();
    commands += performance.now() - start;
    console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s  ${what}`);
  };
  const type = (words: readonly string[], cwd = app) => {
    const [command = '', ...rest] = words;
    return timed(words.join(' ').replace(tarball, 'briefs-mock'), () =>
      execFileSync(command, rest, { cwd, stdio: 'pipe' }),
    );
  };
  await type(application.create, place);
  await type(['npm', 'install', '--no-audit', '--no-fund']);
  await type(['npm', 'install', '--no-audit', '--no-fund', '--save-dev', tarball]);
  cpSync(join(app, 'vite.config.ts'), join(app, 'plain.config.ts'));
  await type(['npx', 'briefs-mock', 'init', '--yes']);
  for (const [file, text] of Object.entries(application.list)) writeFileSync(join(app, file), text);
  const page = await chromium.newPage();
  let url = '';
  await timed('npm run dev, to the list in Chromium', async () => {
    url = await serve(app);
    await page.goto(url);
    await page.getByText('Front Page').waitFor();
  });
  console.log(`${name}: ${(commands / 1000).toFixed(1)} s in all, from nothing to the list`);
  const [before, after] = ['plain.config.ts', 'vite.config.ts'].map((file) => linesOf(join(app, file))) as [
    string[],
    string[],
  ];
  for (const line of after.filter((one) => !before.includes(one))) console.log(`${name}: + ${line.trim()}`);

  await measureAnswers(name, app);
  await measureEdits(name, app, application, { page, url });
  const sizes = ['vite.config.ts', 'plain.config.ts'].map((config) => {
    rmSync(join(app, application.output), { recursive: true, force: true });
    const vite = join(app, 'node_modules/vite/bin/vite.js');
    const words = ['--import', STOPPED_CLOCK, vite, 'build', '--config', config];
    execFileSync(process.execPath, words, { cwd: app, stdio: 'pipe' });
    return sizeOf(join(app, application.output));
  });
  console.log(`${name}: a build for production has ${sizes[0]} bytes, without the plugin ${sizes[1]}`);
}

/** Starts the development server. @returns its address */
async function serve(app: string, config = 'vite.config.ts', variables = {}): Promise<string> {
  const vite = join(app, 'node_modules/vite/bin/vite.js');
  const words = [vite, '--config', config, '--port', String(await freePort()), '--strictPort'];
  const child = spawn(process.execPath, words, {
    cwd: app,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  running.add(child);
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('The development server has ended')));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const [url] = /http:\/\/localhost:\d+\//.exec(stripVTControlCharacters(text)) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
}

/** The first answer of a development server, and later ones. */
async function measureAnswers(name: string, app: string): Promise<void> {
  const url = await serve(app);
  // The first call of fetch loads code of Node. A person needs longer than a second to open the page.
  await fetch(`${url}favicon.ico`);
  await setTimeout(1000);
  const times: number[] = [];
  for (let i = 0; i <= 50; i++) {
    const start = performance.now();
    await (await fetch(`${url}public-api/v1/brief`)).text();
    times.push(performance.now() - start);
  }
  const [first = 0, ...later] = times;
  console.log(`${name}: the first answer took ${first.toFixed(1)} ms, later ones ${median(later).toFixed(1)} ms`);
}

/** The time from an edit of a component to the page that shows it, without a reload. */
async function measureEdits(
  name: string,
  app: string,
  { edited }: Application,
  mocked: { page: Page; url: string },
): Promise<void> {
  const page = await browser.newPage();
  // A server that renders the page needs the APIs all the same.
  await page.goto(await serve(app, 'plain.config.ts', { BRIEFS_MOCK_URL: new URL(mocked.url).origin }));
  await page.getByRole('heading').first().waitFor();
  // A development server reloads the page once, when it knows the packages that it needs.
  await setTimeout(3000);
  const file = join(app, edited);
  const source = readFileSync(file, 'utf8');
  const pages = { with: mocked.page, without: page };
  const times: Record<string, number[]> = { with: [], without: [] };
  for (const one of Object.values(pages)) await one.evaluate('window.isKept = true; performance.timeOrigin');
  for (let i = 1; i <= Number(values.rounds); i++) {
    const heading = `Edit ${i}`;
    const seen = Object.entries(pages).map(async ([which, one]) => {
      await one.getByText(heading, { exact: true }).waitFor();
      times[which]?.push(performance.now() - start);
    });
    const start = performance.now();
    writeFileSync(file, source.replace('Briefs<', `${heading}<`));
    await Promise.all(seen);
    // The watcher joins edits that follow each other at once.
    await setTimeout(300);
  }
  const kept = await Promise.all(Object.values(pages).map((one) => one.evaluate('window.isKept === true')));
  if (!kept.every(Boolean)) throw new Error('An edit has reloaded the page');
  console.log(
    `${name}: an edit is in the page after ${median(times.with ?? []).toFixed(0)} ms, without the plugin ${median(times.without ?? []).toFixed(0)} ms; nothing was reloaded`,
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function sizeOf(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n');
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
