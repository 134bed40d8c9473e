// Prepares a clone: installs the dependencies and builds dist/. Runs before `npm start` and `npm test`, and does nothing if
// everything is up to date. It uses only Node's built-in modules, because it runs before anything is installed.
//
//   node scripts/set-up.mjs           builds the code, which takes a second
//   node scripts/set-up.mjs --types   builds the type declarations too, as for publishing, and not the code again

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const at = (...path) => join(root, ...path);

/** npm's list of the packages that are installed. */
const installed = at('node_modules', '.package-lock.json');

/** The files that the build depends on. Installed packages are among them, because some are bundled. */
const inputs = [
  ...[
    'src',
    'tools',
    'handlers',
    'helpers',
    'seeds',
    'console',
    'playground',
    'scripts',
    'tsup.config.ts',
    'tsconfig.json',
    'package.json',
  ].map((path) => at(path)),
  installed,
];

const { bin, engines, exports } = JSON.parse(readFileSync(at('package.json'), 'utf8'));

if (!isNodeSupported()) fail(`Node ${engines.node} is required, but this is Node ${process.versions.node}`);
if (!isInstalled()) install();
const { code, types } = outputs();
if (!isBuilt(code)) build(code, 'building', at('node_modules', 'tsup', 'dist', 'cli-default.js'), '--silent');
if (process.argv.includes('--types') && !isBuilt(types)) {
  build(types, 'building the types', at('node_modules', 'jiti', 'lib', 'jiti-cli.mjs'), at('scripts', 'types.ts'));
}

/** Whether this Node is new enough for `engines` in package.json, which reads `>=20.15`. */
function isNodeSupported() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [leastMajor, leastMinor] = engines.node.replace('>=', '').split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** Whether node_modules contains exactly the packages in package-lock.json. */
function isInstalled() {
  const wanted = packages(at('package-lock.json'));
  const present = packages(installed);
  if (!wanted || !present) return false;
  return Object.keys({ ...wanted, ...present }).every((path) => {
    const [there, here] = [wanted[path], present[path]];
    // The first entry is the project itself. Optional packages may be missing: most are binaries for other platforms.
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
  // Errors only: the version of Node is checked above, and npm would warn that msw 3, which only tests need, wants a newer one.
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  // On Windows, npm is a script that needs a shell.
  run('installing dependencies', 'npm', ['ci', '--include=dev', ...quietly], {
    shell: process.platform === 'win32',
  });
}

/** Runs a program that builds these files. */
function build(files, purpose, ...program) {
  const started = new Date();
  run(purpose, process.execPath, program);
  // A source file that was saved during the build may not be part of it. With the time at which the build began, the output
  // is older than such a file, so the next run builds again.
  for (const file of files) utimesSync(file, started, started);
}

function isBuilt(files) {
  const built = Math.min(...files.map(modified));
  return built > 0 && inputs.every((input) => newest(input) <= built);
}

/** The built files that package.json names. */
function outputs() {
  const conditions = Object.values(exports).flatMap((entry) => [entry.import, entry.require].filter(Boolean));
  const code = [...Object.values(bin), ...conditions.map((condition) => condition.default)];
  const types = conditions.map((condition) => condition.types);
  return { code: code.map((file) => at(file)), types: types.map((file) => at(file)) };
}

/** When a file, or anything in a folder, last changed. The folder's own time covers removed files. */
function newest(path) {
  const entries = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(path) : [];
  return Math.max(modified(path), ...entries.map((entry) => newest(join(path, entry))));
}

/** When a file last changed, in milliseconds; 0 if it does not exist. */
function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Runs a command in the repository and shows its output. Exits if the command fails. */
function run(purpose, program, args, options = {}) {
  console.error(`briefs-mock: ${purpose} …`);
  // The child writes to standard error, because standard output belongs to the command that follows.
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
