// Runs the tests of the command line with the executable for Linux where nothing else is: `npm run test:executable`. Its root folder
// has the executable, the C libraries that it names, /proc and the temporary folder of the tests; no Node, no shell, nothing of this
// project. Left out are the tests whose commands start Node or git, or load the Vite of a project. Needs root.

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const executable = resolve('executables/briefs-mock-linux-x64');
const needOthers = [
  'briefs-mock exec ',
  'briefs-mock init ',
  '--import git:',
  '`import` of a config file can be a reference',
];

const folder = mkdtempSync(join(tmpdir(), 'executable-alone-'));
const [root, temporary, wrapper] = ['root', 'tests', 'briefs-mock'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
try {
  mkdirSync(temporary);
  const libraries = execFileSync('ldd', [executable], { encoding: 'utf8' }).match(/\/\S+(?= \()/g) ?? [];
  for (const library of libraries) put(library, library);
  put(executable, '/briefs-mock');
  for (const path of ['/proc', temporary, process.cwd()]) mkdirSync(join(root, path), { recursive: true });
  writeFileSync(wrapper, enterRoot(), { mode: 0o755 });
  const chosen = ['run', 'test/cli', '-t', `^(?!${needOthers.join('|')})`];
  const env = { ...process.env, EXECUTABLE: wrapper, TMPDIR: temporary };
  process.exitCode = spawnSync('npx', ['vitest', ...chosen], { stdio: 'inherit', env }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}

function put(from: string, path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  cpSync(from, join(root, path), { dereference: true });
}

/** A program that becomes the executable, so that signals reach it; the mounts end with it. */
function enterRoot(): string {
  const mounts = `mount --bind '${temporary}' '${root}${temporary}' && mount -t proc proc '${root}/proc'`;
  const inside = `${mounts} && exec unshare --root='${root}' --wd="$PWD" /briefs-mock "$@"`;
  return `#!/bin/sh\nexec unshare --mount sh -c '${inside.replaceAll("'", `'\\''`)}' briefs-mock "$@"\n`;
}
