import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface Consumer {
  /** Its folder. */
  readonly project: string;
  /** Packages to install in other versions than those in its package.json. */
  readonly packages?: readonly string[];
  /** The version of Node that runs its tests. Default: the current version. */
  readonly node?: string;
  /** Adds generated files to the copy of the project. */
  readonly prepare?: (folder: string) => Promise<void>;
}

const installing = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Copies a project to a temporary folder, installs its dependencies and the tarball, and runs its tests.
 * @returns the output of the tests
 * @throws Error with the output, if a command fails.
 */
export async function runConsumer(
  { project, packages = [], node, prepare }: Consumer,
  tarball: string,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `consumer-${project}-`));
  try {
    const source = join(import.meta.dirname, project);
    // Leaves out what a developer installed or built in the project.
    const own = (path: string) => !/[\\/](node_modules|dist|\.next|package-lock\.json)$/.test(path);
    await cp(source, folder, { recursive: true, filter: own });
    await prepare?.(folder);

    const path = node === undefined ? [] : [await installNode(node, join(folder, '.node'))];
    await npm(folder, path, 'install', ...installing, '--save-dev', tarball, ...packages);
    return await npm(folder, path, 'test');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Installs a version of Node and returns the folder of its executables. */
async function installNode(version: string, folder: string): Promise<string> {
  await mkdir(folder);
  await npm(folder, [], 'install', ...installing, `node@${version}`);
  return join(folder, 'node_modules', '.bin');
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

/** The environment without the variables that Vitest sets, since other test runners read some of them. */
function environment(): NodeJS.ProcessEnv {
  const ofVitest = /^(VITEST.*|NODE_ENV|TEST|MODE|DEV|PROD|SSR|BASE_URL|FORCE_TTY)$/;
  const others = Object.entries(process.env).filter(([name]) => !ofVitest.test(name));
  return { ...Object.fromEntries(others), NO_COLOR: '1', ...withoutTelemetry };
}
