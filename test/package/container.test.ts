import { execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { follow, inherited, ready, stop } from '../support/cli-process.js';

// The second stage of docker/Dockerfile, without Docker: its commands run in an empty folder instead of /app. There is no user
// `node` here: what belongs to it belongs to a user without rights or, if the tests do not run as root, to the one who runs them.

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
const owner = String(isRoot ? NOBODY : process.getuid?.());

interface Instruction {
  readonly name: string;
  readonly text: string;
}

const dockerfile = readFileSync(join(import.meta.dirname, '../../docker/Dockerfile'), 'utf8');
const instructions: Instruction[] = dockerfile
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => ({ name: line.split(' ', 1)[0] ?? '', text: line.slice(line.indexOf(' ') + 1) }));
const secondStage = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));

/** The words of an instruction in the form of a JSON array, which may follow flags. */
function wordsOf(name: string): string[] {
  const found = secondStage.find((instruction) => instruction.name === name);
  return JSON.parse(/\[.*\]$/.exec(found?.text ?? '')?.[0] ?? 'null');
}

const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-image-'));
const app = join(folder, 'app');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(() => {
  chmodSync(folder, 0o755);
  mkdirSync(app);
  // In an empty folder npm would install into a folder above it that has a node_modules of its own. In the image there is none.
  writeFileSync(join(app, 'package.json'), '{}');
  const tarball = inject('tarball');
  for (const { name, text } of secondStage) {
    if (name === 'COPY') copyFileSync(tarball, join(app, basename(tarball)));
    if (name === 'RUN') {
      const command = text.replaceAll(/\bchown node\b/g, `chown ${owner}`);
      // The cache of this machine stays as it is.
      const env = { ...inherited(), npm_config_cache: join(folder, 'cache') };
      execFileSync('sh', ['-c', command], { cwd: app, env, stdio: 'pipe' });
    }
  }
});

/** Starts the container's process as its user. `args` replace CMD. */
async function startContainer(args: readonly string[] = wordsOf('CMD')) {
  const [program = '', ...words] = [...wordsOf('ENTRYPOINT'), ...args, '--port', '0'];
  const container = follow(spawn(program, words, { cwd: app, env: inherited(), ...user }));
  onTestFinished(() => void container.child.kill('SIGKILL'));
  const { url, output } = await ready(container);
  const port = new URL(url).port;
  return { url: `http://127.0.0.1:${port}`, port, output: output(), end: () => stop(container) };
}

const checkHealth = (port: string) => {
  const [program = '', ...words] = wordsOf('HEALTHCHECK');
  return promisify(execFile)(program, words, { cwd: app, env: { ...inherited(), PORT: port }, ...user });
};

it('docker/Dockerfile has instructions that this test runs or that change nothing here', () => {
  expect([...new Set(secondStage.map(({ name }) => name))].sort()).toEqual(
    ['CMD', 'COPY', 'ENTRYPOINT', 'ENV', 'EXPOSE', 'FROM', 'HEALTHCHECK', 'RUN', 'USER', 'WORKDIR'].sort(),
  );
  expect(secondStage.filter(({ name }) => name === 'USER').map(({ text }) => text)).toEqual(['node']);
});

it('the container answers as a demo, is healthy, and stops at SIGTERM', async () => {
  const { url, port, end } = await startContainer();
  const response = await fetch(`${url}/public-api/v1/brief`, { headers: { authorization: 'Bearer alice-token' } });
  expect([response.status, response.headers.get('set-cookie')]).toEqual([200, expect.stringMatching(/^mock_session=/)]);
  await checkHealth(port);
  expect(await end()).toBe(0);
  await expect(checkHealth(port)).rejects.toMatchObject({ code: 1 });
});

it('the container can keep its state in the folder of the volume, with the arguments of docker/compose.yaml', async () => {
  const compose = readFileSync(join(import.meta.dirname, '../../docker/compose.yaml'), 'utf8');
  const args = JSON.parse((/^ +command: (.*)$/m.exec(compose)?.[1] ?? '').replaceAll("'", '"'));
  const created = { method: 'POST', body: JSON.stringify([{ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' }]) };
  const first = await startContainer(args);
  const response = await fetch(`${first.url}/user-data/v1/user`, created);
  expect(response.status).toBe(200);
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(await first.end()).toBe(0);
  const second = await startContainer(args);
  const { data } = await (await fetch(`${second.url}/user-data/v1/user`, { headers: { cookie } })).json();
  expect(data.map(({ email }: { email: string }) => email)).toContain('bo@acme.example');
});

it('the container has the driver of the store, with the store of docker/compose.replicas.yaml', async () => {
  const compose = readFileSync(join(import.meta.dirname, '../../docker/compose.replicas.yaml'), 'utf8');
  const store = /BRIEFS_MOCK_STORE: (.*)/.exec(compose)?.[1] as string;
  const [program = '', ...words] = wordsOf('ENTRYPOINT');
  const env = { ...inherited(), BRIEFS_MOCK_STORE: store };
  const container = follow(spawn(program, [...words, '--port', '0'], { cwd: app, env, ...user }));
  // There is no host of that name here.
  expect(await container.said(/waits for it/)).toContain('the store cannot be used');
  expect(await stop(container)).toBe(0);
});
