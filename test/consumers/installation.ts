import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface Parts {
  /** The folders of the projects. */
  readonly projects: readonly string[];
  /** Versions of packages that differ from those in the projects. */
  readonly versions?: Readonly<Record<string, string>>;
  /** The version of Node that runs the tests. Default: the current version. */
  readonly node?: string;
}

/** The package with the executable of Node for this platform. The package `node` would run npm once more, to install it. */
const nodePackage = `node-${process.platform}-${process.arch}`;

const installing = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

/** Copies of projects in a temporary folder, with the tarball and all their packages, which they share as npm workspaces. */
export class Installation {
  readonly #folder: string;
  /** The folder of another version of Node. */
  readonly #path: readonly string[];

  private constructor(folder: string, path: readonly string[]) {
    this.#folder = folder;
    this.#path = path;
  }

  /** @throws Error with the output of npm, if it fails. */
  static async create({ projects, versions = {}, node }: Parts, tarball: string): Promise<Installation> {
    const folder = await mkdtemp(join(tmpdir(), 'consumers-'));
    for (const project of projects) await copyProject(project, join(folder, project), versions);
    const devDependencies = { 'briefs-mock': `file:${tarball}`, ...(node && { [nodePackage]: node }) };
    const root = { private: true, workspaces: projects, devDependencies };
    await writeFile(join(folder, 'package.json'), JSON.stringify(root));
    await npm(folder, [], ...installing);
    return new Installation(folder, node ? [join(folder, 'node_modules', nodePackage, 'bin')] : []);
  }

  /** The folder of a project. */
  folderOf(project: string): string {
    return join(this.#folder, project);
  }

  /**
   * Runs the tests of a project.
   * @returns their output
   * @throws Error with the output, if they fail.
   */
  test(project: string): Promise<string> {
    return npm(this.folderOf(project), this.#path, 'test');
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function copyProject(project: string, to: string, versions: Readonly<Record<string, string>>): Promise<void> {
  // Leaves out what a developer installed or built in the project.
  const own = (path: string) => !/[\\/](node_modules|dist|\.next|package-lock\.json)$/.test(path);
  await cp(join(import.meta.dirname, project), to, { recursive: true, filter: own });
  const file = join(to, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  for (const packages of [manifest.dependencies ?? {}, manifest.devDependencies ?? {}]) {
    for (const name of Object.keys(packages)) packages[name] = versions[name] ?? packages[name];
  }
  await writeFile(file, JSON.stringify(manifest));
}

/** Runs npm in a folder, with `path` in front of PATH, and returns its output. */
function npm(folder: string, path: readonly string[], ...args: string[]): Promise<string> {
  const env = { ...environment(), PATH: [...path, process.env.PATH].join(delimiter) };
  return new Promise((resolve, reject) => {
    execFile('npm', args, { cwd: folder, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const output = stdout + stderr;
      if (error === null) resolve(output);
      else reject(new Error(`npm ${args.join(' ')}: ${error.code ?? error.signal}\n${output}`));
    });
  });
}

const withoutTelemetry = { STORYBOOK_DISABLE_TELEMETRY: '1', NEXT_TELEMETRY_DISABLED: '1' };

/** It takes half the processor time of Chromium. */
const browser = { CHROMIUM: '/usr/bin/chromium-headless-shell' };

/** The environment without the variables that Vitest sets, since other test runners read some of them. */
function environment(): NodeJS.ProcessEnv {
  const ofVitest = /^(VITEST.*|NODE_ENV|TEST|MODE|DEV|PROD|SSR|BASE_URL|FORCE_TTY)$/;
  const others = Object.entries(process.env).filter(([name]) => !ofVitest.test(name));
  return { ...Object.fromEntries(others), NO_COLOR: '1', ...withoutTelemetry, ...browser };
}
