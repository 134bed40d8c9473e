// Brings a clone into the state in which it can be started and tested: dependencies installed, dist/ built.
// Runs before `npm start` and `npm test`, and does nothing when there is nothing to do. It must work
// before anything is installed, so it uses Node's own modules alone.
//
//   node scripts/set-up.mjs           what it takes to run: the code alone, which builds in a second
//   node scripts/set-up.mjs --types   what it takes to publish: type declarations too

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const at = (...path) => join(root, ...path);

/** What npm leaves in node_modules at the end of an install: the lockfile of what is really there. */
const installed = at('node_modules', '.package-lock.json');

/** Whatever changes the build when it changes. Installed packages do, as some are bundled. */
const inputs = [
  ...['src', 'handlers', 'helpers', 'seeds', 'scripts', 'tsup.config.ts', 'tsconfig.json', 'package.json'].map((path) =>
    at(path),
  ),
  installed,
];

const major = Number(process.versions.node.split('.')[0]);
if (major < 20) fail(`needs Node 20 or newer, this is Node ${process.versions.node}`);
if (!isInstalled()) install();
const withTypes = process.argv.includes('--types');
if (!isBuilt()) build();

/** Whether node_modules holds what package-lock.json names, no more and no less. */
function isInstalled() {
  const wanted = packages(at('package-lock.json'));
  const present = packages(installed);
  if (!wanted || !present) return false;
  return Object.keys({ ...wanted, ...present }).every((path) => {
    const [there, here] = [wanted[path], present[path]];
    // The first entry is the project itself. An optional package may be missing: most are binaries for other machines.
    if (path === '' || (there?.optional && !here)) return true;
    return there?.version === here?.version && there?.integrity === here?.integrity;
  });
}

function packages(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function install() {
  // On Windows npm is a script, which only a shell can start.
  run('installing dependencies', 'npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    shell: process.platform === 'win32',
  });
}

function build() {
  const started = new Date();
  const tsup = at('node_modules', 'tsup', 'dist', 'cli-default.js');
  run('building', process.execPath, [tsup, '--silent', ...(withTypes ? [] : ['--no-dts'])]);
  if (withTypes) copyTypesForCommonJs();
  // A source saved while the build was running may not be in it. Dated back to when the build began,
  // the output counts as older than such a source, and the next run builds again.
  for (const file of outputs()) utimesSync(file, started, started);
}

/** The declarations of the CommonJS half are the same, but import one another by other names. */
function copyTypesForCommonJs() {
  for (const file of readdirSync(at('dist')).filter((file) => file.endsWith('.d.ts'))) {
    const text = readFileSync(at('dist', file), 'utf8');
    writeFileSync(at('dist', file.replace(/ts$/, 'cts')), text.replaceAll(/(['"]\.\/[^'"]+)\.js(?=['"])/g, '$1.cjs'));
  }
}

function isBuilt() {
  const built = Math.min(...outputs().map(modified));
  return built > 0 && inputs.every((input) => newest(input) <= built);
}

/** The built files that package.json promises; declarations only if they were asked for. */
function outputs() {
  const { bin, exports } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const conditions = Object.values(exports).flatMap((entry) => [entry.import, entry.require].filter(Boolean));
  const code = conditions.map((condition) => condition.default);
  const types = withTypes ? conditions.map((condition) => condition.types) : [];
  return [...Object.values(bin), ...code, ...types].map((file) => at(file));
}

/** When a file, or anything in a folder, last changed. A folder's own date tells of removed files. */
function newest(path) {
  const entries = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(path) : [];
  return Math.max(modified(path), ...entries.map((entry) => newest(join(path, entry))));
}

/** When a file last changed, in milliseconds; 0 if there is none. */
function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Runs a command in the repository with its output shown as it comes, and ends here if it fails. */
function run(purpose, program, args, options = {}) {
  console.error(`briefs-mock: ${purpose} …`);
  // The child's standard output goes to standard error: ours belongs to the command that follows.
  const stdio = ['inherit', 2, 'inherit'];
  const { status, signal, error } = spawnSync(program, args, { cwd: root, stdio, ...options });
  if (status === 0) return;
  const reason = error?.message ?? (signal ? `stopped by ${signal}` : `exit code ${status}`);
  fail(`${purpose} failed: ${reason}`, status ?? 1);
}

function fail(message, code = 1) {
  console.error(`briefs-mock: ${message}`);
  process.exit(code);
}
