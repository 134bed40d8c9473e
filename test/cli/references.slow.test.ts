import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { expect, it, onTestFinished } from 'vitest';
import { runHere, startHere, temporaryFolder } from '../support/cli.js';

/** A state that differs from the scenario. */
function demoState() {
  const mock = createMock({ scenario: newsroom });
  mock.data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
  return mock.snapshot();
}

/** A repository with the state in its first commit, and another file of this name afterwards. */
async function repository(): Promise<string> {
  const folder = await temporaryFolder();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      stdio: 'pipe',
    });
  git('init', '-q', '-b', 'main');
  await writeFile(join(folder, 'demo.json'), JSON.stringify(demoState()));
  await writeFile(join(folder, 'marked.json'), `\uFEFF${JSON.stringify(demoState())}`);
  git('add', '.');
  git('commit', '-q', '-m', 'state');
  await writeFile(join(folder, 'demo.json'), '{}');
  return folder;
}

async function serving(listener: RequestListener): Promise<string> {
  const server = createHttpServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const fingerprintAt = async (url: string) => (await (await fetch(`${url}/__mock/snapshot`)).json()).fingerprint;

async function failing(source: string, folder?: string) {
  const { exit, errors } = runHere(['--import', source, '--port', '0'], {}, folder);
  return { code: await exit, errors: errors() };
}

it.each([
  ['', 'demo.json'],
  [' with a byte order mark', 'marked.json'],
])('--import git:REF:PATH starts from a file%s in git, not from the one in the folder', async (_, file) => {
  const folder = await repository();
  const { url } = await startHere(['--import', `git:main:${file}`], {}, folder);
  expect(await fingerprintAt(url)).toBe(demoState().fingerprint);
});

it('`import` of a config file can be a reference', async () => {
  const folder = await repository();
  await writeFile(join(folder, 'briefs-mock.config.json'), '{"import": "git:HEAD:demo.json"}');
  const { url } = await startHere([], {}, folder);
  expect(await fingerprintAt(url)).toBe(demoState().fingerprint);
});

it.each([
  ['git:main', 2, 'git:main must be written as git:<branch, tag or commit>:<path in the repository>'],
  ['git:--textconv:demo.json', 2, 'must be written as git:'],
  ['git:other:demo.json', 1, 'cannot be used: git says: '],
  ['git:main:other.json', 1, "path 'other.json' does not exist in 'main'"],
  ['http://states.example/demo.json', 2, 'must begin with https://, unless the server is on this machine'],
  ['https://u:s3cret@states.example/x', 2, 'https://states.example/x must not contain a user or a password'],
  ['https://u:s3/cret@states.example/x?s3cret', 2, 'https://states.example/x is not a URL'],
])('--import %s is refused with the reason', async (source, code, message) => {
  const failure = await failing(source, await repository());
  expect(failure).toEqual({ code, errors: expect.stringContaining(message) });
  expect(failure.errors).not.toContain('s3cret');
});

it('--import URL starts from what a server answers, and does not print the query of the URL', async () => {
  const source = await serving((_, response) => response.end(JSON.stringify(demoState())));
  const { url, output } = await startHere(['--import', `${source}/demo.json?signature=s3cret`]);
  expect(await fingerprintAt(url)).toBe(demoState().fingerprint);
  expect(output()).toContain(`Import   ${source}/demo.json\n`);
});

it.each<[string, RequestListener, string]>([
  ['an error', (_, response) => response.writeHead(404).end(), 'the server answered with status 404'],
  ['no JSON', (_, response) => response.end('<html>'), 'it is not valid JSON'],
  ['no snapshot', (_, response) => response.end('{}'), 'cannot be used'],
  [
    'too much, and says so',
    (_, response) => response.writeHead(200, { 'content-length': 2 ** 31 }).write('{'),
    'it has more than 64 MiB',
  ],
  [
    'without an end',
    (_, response) => {
      const piece = Buffer.alloc(2 ** 20, ' ');
      const go = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', go);
      go();
    },
    'it has more than 64 MiB',
  ],
  [
    'a redirect without encryption',
    (_, response) => response.writeHead(302, { location: 'http://192.0.2.1/' }).end(),
    'cannot be used',
  ],
])('--import URL is refused if the server answers %s', async (_, listener, message) => {
  const failure = await failing(`${await serving(listener)}/demo.json`);
  expect(failure).toEqual({ code: 1, errors: expect.stringContaining(message) });
});

it('--import URL says that no server answers', async () => {
  const failure = await failing('http://127.0.0.1:1/demo.json');
  expect(failure).toEqual({ code: 1, errors: expect.stringMatching(/no server answers there: \S+/) });
});
