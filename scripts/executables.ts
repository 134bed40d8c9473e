// Builds executables of the command line, which need no Node: `npm run build:executable`. They are the built package inside Bun,
// whose programs for all systems are npm packages. Name systems for others than the three usual ones.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const BUN = '1.4.5';
const folder = resolve('executables');

/** A kind of machine. */
interface System {
  /** Its package of Bun, and its name as a target of Bun's compiler. */
  readonly bun: string;
  /** What an executable for it begins with, as hexadecimal digits. */
  readonly magic: string;
  /** Where in the file the processor is named, and what must be there. */
  readonly processor: (file: Buffer) => string;
  readonly expected: string;
}

const elf = { magic: '7f454c46', processor: (file: Buffer) => hex(file, 18, 2) };
const machO = { magic: 'cffaedfe', processor: (file: Buffer) => hex(file, 4, 4) };
/** The header that names the processor is where the number at 0x3c says. */
const pe = { magic: '4d5a', processor: (file: Buffer) => hex(file, file.readUInt32LE(0x3c), 6) };

const systems: Readonly<Record<string, System>> = {
  'linux-x64': { bun: 'bun-linux-x64', ...elf, expected: '3e00' },
  'linux-arm64': { bun: 'bun-linux-aarch64', ...elf, expected: 'b700' },
  'macos-arm64': { bun: 'bun-darwin-aarch64', ...machO, expected: '0c000001' },
  'macos-x64': { bun: 'bun-darwin-x64', ...machO, expected: '07000001' },
  'windows-x64': { bun: 'bun-windows-x64', ...pe, expected: '504500006486' },
};
const usual = ['linux-x64', 'macos-arm64', 'windows-x64'];

const names = process.argv.length > 2 ? process.argv.slice(2) : usual;
for (const name of names) build(name);

function build(name: string): void {
  const system = systems[name];
  if (system === undefined) {
    console.error(`There is no system ${name}; the systems are ${Object.keys(systems).join(', ')}`);
    process.exit(2);
  }
  const outfile = join(folder, `briefs-mock-${name}${name.startsWith('windows') ? '.exe' : ''}`);
  const program = programOf(system.bun);
  execFileSync(
    programOf(ownBun()),
    [
      'build',
      '--compile',
      `--target=${system.bun}`,
      `--compile-executable-path=${program}`,
      // As in Node, the files beside the working folder change nothing.
      '--no-compile-autoload-dotenv',
      '--no-compile-autoload-bunfig',
      // Otherwise no package of a project would be found, such as those that a configuration imports.
      '--compile-autoload-package-json',
      '--minify',
      // Bun would put the path on this machine into CommonJS modules, which read what is beside them.
      ...['--define', `__filename="${name.startsWith('windows') ? 'B:/~BUN' : '/$bunfs'}/root/module.cjs"`],
      // Beside the code, as in the package.
      ...['--root', 'dist', 'dist/cli.js', 'dist/file-lock-worker.js'],
      ...['dist/console', 'dist/docs', 'docs'].flatMap((path) => ['--asset', path]),
      ...['--outfile', outfile],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  check(outfile, system);
  console.log(outfile);
}

/** @throws Error if a file is not an executable of a system, or reads what is not in it */
function check(path: string, { magic, processor, expected }: System): void {
  const file = readFileSync(path);
  const found = [hex(file, 0, magic.length / 2), processor(file)];
  if (found[0] !== magic || found[1] !== expected) {
    throw new Error(`${path} begins with ${found.join(' … ')}, not with ${magic} … ${expected}`);
  }
  const dist = join(resolve('dist'), '/');
  if (file.includes(dist)) throw new Error(`${path} has a path of ${dist}, where it would read files of this machine`);
}

function hex(file: Buffer, from: number, bytes: number): string {
  return file.subarray(from, from + bytes).toString('hex');
}

/** The name of Bun's package for this machine. */
function ownBun(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `bun-${platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}`;
}

/** The program in a package of Bun, which npm downloads and verifies once. */
function programOf(bun: string): string {
  const program = join(folder, '.bun', BUN, bun, bun.includes('windows') ? 'bun.exe' : 'bun');
  if (existsSync(program)) return program;
  const work = join(folder, '.bun', BUN, `${bun}.part`);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const options = { cwd: work, encoding: 'utf8', shell: process.platform === 'win32' } as const;
  const tarball = execFileSync(npm, ['pack', '--silent', `@oven/${bun}@${BUN}`], options).trim();
  execFileSync('tar', ['-xzf', tarball], { cwd: work });
  renameSync(join(work, 'package/bin'), join(folder, '.bun', BUN, bun));
  rmSync(work, { recursive: true });
  return program;
}
