import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface Consumer {
  /** Its folder. */
  readonly project: string;
  /** Packages to install in place of those that its package.json names. */
  readonly packages?: readonly string[];
  /** The version of Node that runs it. Default: the one that runs this. */
  readonly node?: string;
}

const installing = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Copies a project to a folder of its own, installs what it names and the package, and runs its tests.
 * @returns all that the tests printed
 * @throws Error with all that was printed, if a command fails.
 */
export async function runConsumer({ project, packages = [], node }: Consumer, tarball: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `consumer-${project}-`));
  try {
    const source = join(import.meta.dirname, project);
    // Without what a developer installed or built there.
    const own = (path: string) => !/[\\/](node_modules|dist|package-lock\.json)$/.test(path);
    await cp(source, folder, { recursive: true, filter: own });

    const path = node === undefined ? [] : [await installNode(node, join(folder, '.node'))];
    await npm(folder, path, 'install', ...installing, '--save-dev', tarball, ...packages);
    return await npm(folder, path, 'test');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Installs a version of Node, and answers the folder of its programs. */
async function installNode(version: string, folder: string): Promise<string> {
  await mkdir(folder);
  await npm(folder, [], 'install', ...installing, `node@${version}`);
  return join(folder, 'node_modules', '.bin');
}

/** Runs npm in a folder, programs of `path` going before others, and answers what it printed. */
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

/** The environment without what Vitest puts there, which other runners would take for theirs. */
function environment(): NodeJS.ProcessEnv {
  const ofVitest = /^(VITEST.*|NODE_ENV|TEST|MODE|DEV|PROD|SSR|BASE_URL|FORCE_TTY)$/;
  const others = Object.entries(process.env).filter(([name]) => !ofVitest.test(name));
  return { ...Object.fromEntries(others), NO_COLOR: '1', STORYBOOK_DISABLE_TELEMETRY: '1' };
}
