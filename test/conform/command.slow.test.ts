import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import { join } from 'node:path';
import type { BehaviorOptions, MockOptions } from 'briefs-mock';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ledgerOf } from '../../src/cli/conform-ledger.js';
import { runHere, runOnTerminal, stop, temporaryFolder } from '../support/cli.js';
import {
  conformIn,
  conformTarget,
  contentOf,
  killAndRepeat,
  onlyArgs,
  readers,
  runConform,
  someCases,
} from '../support/conform-target.js';
import { localhostCertificate } from '../support/localhost-certificate.js';

// Each run has the cases that its subject needs: `cases.test.ts` and `switches.test.ts` run all of them.

async function open(options: MockOptions = {}) {
  const target = await conformTarget(options);
  onTestFinished(() => target.close());
  const folder = await temporaryFolder();
  const conform = async (...args: string[]) => {
    const { exit, output, errors } = runHere(...conformIn(folder, target.url, args));
    return { code: await exit, output: output(), errors: errors() };
  };
  const read = (file: string) => readFile(join(folder, file), 'utf8');
  return { ...target, target, folder, conform, read };
}

describe('briefs-mock conform', () => {
  it('reads only, and exits with 0 if all that it can tell agrees', async () => {
    const { mock, conform } = await open();
    const { fingerprint } = mock.snapshot();
    const { code, output, errors } = await conform(...onlyArgs(['public-api/brief', 'user-data/client']));
    expect([code, errors]).toEqual([0, '']);
    expect(output).toMatch(/[1-9]\d* of \d+ cases agree, 0 differ, [1-9]\d* could not tell; \d+ requests\n$/);
    expect(output).toMatch(
      / {2}without permission [^:]+: ([\w/-]+, ){9}[\w/-]+ and \d+ more \(--json FILE lists all\)\n/,
    );
    expect(mock.snapshot().fingerprint).toBe(fingerprint);
  });

  it('shows what could control the terminal or forge a line as escapes', async () => {
    const { mock, conform, read } = await open();
    const key = '\u001b]0;x\u0007\u009b\nhttp://x: 9 of 9 cases agree';
    mock.faults.add({ path: '/public-api/v1/brief', status: 200, body: { [key]: 1 } });
    const { output } = await conform(...onlyArgs(['public-api/brief']), '--json', 'report.json');
    expect(output).toContain(String.raw`\u001b]0;x\u0007\u009b\u000ahttp://x: 9 of 9 cases agree`);
    expect(output).not.toMatch(/[^\P{Cc}\n]|^http:..x:/mu);
    expect(await read('report.json')).toContain('\u009b');
  });

  it('runs as a user without a name, as a container may', async () => {
    const nameless = vi.spyOn(os, 'userInfo').mockImplementation(() => {
      throw new Error('uv_os_get_passwd returned ENOENT');
    });
    onTestFinished(() => {
      nameless.mockRestore();
      syncBuiltinESMExports();
    });
    syncBuiltinESMExports();
    const { conform } = await open();
    expect(await conform('--only', 'user-data/client', '--writes', '--yes')).toMatchObject({ code: 0, errors: '' });
  });

  it.each([
    ['--json', 'nowhere/report.json'],
    ['--junit', 'nowhere/report.xml'],
    ['--write-baseline', '--baseline', 'nowhere/known.json'],
  ])('sends nothing if the file of %s cannot be written', async (...args) => {
    const { mock, conform } = await open();
    const { code, errors } = await conform('--only', 'D7', ...args);
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^briefs-mock: nowhere\/\S+ cannot be written: .*ENOENT/),
    ]);
    expect(mock.requests.all()).toEqual([]);
  });

  it('refuses a report in the baseline that it reads, or in the one that it writes', async () => {
    const { mock, conform, read, folder } = await open();
    await writeFile(join(folder, 'b.json'), '{"format":"briefs-mock-conform-baseline","version":1,"differences":{}}');
    const before = await read('b.json');
    for (const args of [[], ['--write-baseline']]) {
      const { code, errors } = await conform('--baseline', 'b.json', '--json', 'b.json', ...args);
      expect([code, errors]).toEqual([2, expect.stringContaining(' both name b.json; choose another file')]);
    }
    expect([await read('b.json'), mock.requests.all()]).toEqual([before, []]);
  });

  it('says which differences a new baseline lacks, because they are values of switches', async () => {
    const { conform, read } = await open({ behavior: { hideUnentitled: true } });
    const args = [...onlyArgs(['hideUnentitled']), '--baseline', 'known.json', '--write-baseline'];
    const { code, errors } = await conform(...args);
    expect(code).toBe(1);
    const how = 'set the switches of the mock as on the server with --write';
    expect(errors).toBe(`briefs-mock: 3 differences are values of switches, which a baseline does not keep; ${how}\n`);
    expect(JSON.parse(await read('known.json')).differences).toEqual({});
  });

  it('says what it would create, and refuses to without a terminal and --yes', async () => {
    const { mock, url, conform } = await open();
    const { fingerprint } = mock.snapshot();
    const { code, output, errors } = await conform('--writes', '--only', 'D7');
    expect([code, output]).toEqual([2, '']);
    expect(errors).toContain(`This creates records on ${url}, with names that start with conform-`);
    expect(errors).toMatch(/ {2}user-data\/client \(\d+ cases?\)/);
    expect(errors).toContain('without a terminal, confirm with --yes');
    expect(mock.snapshot().fingerprint).toBe(fingerprint);
  });

  it.each([
    ['Ctrl-D', '\x04', 0],
    ['Ctrl-C', '\x03', 130],
    ['an empty line', '\n', 0],
  ])('takes %s for a no when it asks before it creates records', async (_, answer, code) => {
    const { mock, url, folder } = await open();
    const { fingerprint } = mock.snapshot();
    const args = ['conform', '--against', url, '--writes', '--only', 'D7'];
    expect(await runOnTerminal(args, folder, /Continue\?/, answer)).toMatchObject({ code });
    expect(mock.snapshot().fingerprint).toBe(fingerprint);
  });

  it('sets the switches of a new config file, with which everything agrees', async () => {
    const behavior: BehaviorOptions = {
      ...{ tokens: 'any', hideUnentitled: true, repeatBookmark: 'conflict', deleteMissingBookmark: 'empty' },
      ...{ webOrigin: 'https://other.example', articleGid: true, uniqueFirstName: true, hideDeleted: true },
      ...{ apostropheKey: 'both', setPreference: 'append', requestFrom: ['web'], serviceToken: 's3cret' },
      ...{ requireContentType: true, corsOrigin: ['https://app.example'] },
    };
    const { mock, conform, read } = await open({ behavior });
    const before = contentOf(mock);
    const known = ['--service-token', 's3cret', '--request-from', 'web', '--origin', 'https://app.example'];
    const writing = ['--writes', '--yes', ...known];
    const ofSwitches = onlyArgs(Object.keys(behavior));
    expect(await conform(...writing, ...ofSwitches)).toMatchObject({ code: 1 });
    expect(await conform(...writing, ...ofSwitches, '--write')).toMatchObject({ code: 0 });
    const { articleGid, ...others } = behavior;
    expect(JSON.parse(await read('briefs-mock.config.json'))).toEqual({
      behavior: { ...others, serviceToken: 'service-token' },
    });
    const { code, output, errors } = await conform(...writing, ...ofSwitches, '--write');
    expect([code, errors]).toEqual([
      0,
      'briefs-mock: nothing is written, because every switch that could be determined is set as on the server\n',
    ]);
    expect(output).toMatch(/(\d+) of \1 cases agree, 0 differ, 0 could not tell/);
    expect(contentOf(mock)).toEqual(before);
  });

  it('changes the settings of a config file, and prints the behavior for one that is a program', async () => {
    const { folder, conform, read } = await open({ behavior: { tokens: 'jwt', hideUnentitled: true } });
    const file = join(folder, 'briefs-mock.config.json');
    await writeFile(file, JSON.stringify({ port: 4020, tokens: 'issued', behavior: { articleGid: true } }));
    const only = onlyArgs(['tokens', 'hideUnentitled', 'articleGid']);
    expect(await conform(...only, '--write')).toMatchObject({ code: 0 });
    expect(JSON.parse(await read('briefs-mock.config.json'))).toEqual({
      port: 4020,
      tokens: 'jwt',
      behavior: { articleGid: true, hideUnentitled: true },
    });
    const program = join(folder, 'mock.config.mjs');
    await writeFile(program, 'export default {};');
    const { output } = await conform(...only, '--write', '--config', program);
    expect(output).toMatch(/behavior: \{\n {2}"tokens": "jwt",\n {2}"hideUnentitled": true\n\}\n$/);
    expect(await read('mock.config.mjs')).toBe('export default {};');
  });

  it('fails only on differences that the baseline does not list', async () => {
    const { mock, folder, conform, read } = await open();
    mock.faults.add({
      method: 'GET',
      path: '/user-preference/v1/application',
      status: 200,
      body: { data: [{ id: 'x' }] },
    });
    const comparing = ['--baseline', 'known.json', '--only', 'user-preference/application'];
    expect(await conform(...comparing)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('known.json'),
    });
    expect(await conform(...comparing, '--write-baseline')).toMatchObject({ code: 0 });
    const baseline = JSON.parse(await read('known.json'));
    expect(Object.keys(baseline.differences)).toContain('user-preference/application/GET/form');
    const { code, output } = await conform(...comparing, '--junit', 'report.xml', '--json', 'report.json');
    expect(code).toBe(0);
    expect(output).toContain('known since ');
    expect(await read('report.xml')).toContain('failures="0"');
    const { results } = JSON.parse(await read('report.json'));
    expect(results.filter(({ outcome }: { outcome: string }) => outcome === 'differs')).not.toEqual([]);
    await writeFile(join(folder, 'known.json'), JSON.stringify({ ...baseline, differences: {} }));
    expect(await conform(...comparing)).toMatchObject({ code: 1 });
    await writeFile(join(folder, 'known.json'), '{"name":"other"}');
    expect((await conform(...comparing)).errors).toBe(
      'briefs-mock: the baseline known.json: baseline.format: is required\n',
    );
  });

  it('writes no token anywhere', async () => {
    const { folder, conform, read } = await open();
    const writing = ['--writes', '--yes', ...onlyArgs(['public-api', 'user-data/client'])];
    const { output, errors } = await conform(...writing, '--json', 'report.json', '--junit', 'report.xml');
    const written = (await readdir(folder)).filter((file) => file.startsWith('report'));
    const texts = [output, errors, ...(await Promise.all(written.map(read)))];
    expect(written.length).toBe(2);
    expect(Object.values(readers).filter((token) => texts.some((text) => text.includes(token)))).toEqual([]);
  });

  it.each<[string, string[], string]>([
    [
      'an unknown case',
      ['--against', 'http://localhost', '--only', 'user-data/nothing'],
      'there is no case "user-data/nothing"',
    ],
    [
      'a token without its reader',
      ['--against', 'http://localhost', '--token', 'abc'],
      '--token: must be written as <email>=<token>',
    ],
    [
      'no file for the baseline',
      ['--against', 'http://localhost', '--write-baseline'],
      '--write-baseline needs --baseline',
    ],
    ['too much at the same time', ['--against', 'http://localhost', '--concurrency', '5'], 'an integer from 1 to 4'],
    ['a URL that is none', ['--against', 'staging'], '--against: must be an http(s) URL'],
  ])('rejects %s', async (_, args, message) => {
    const { exit, errors } = runHere(['conform', ...args]);
    expect([await exit, errors()]).toEqual([2, expect.stringContaining(message)]);
  });

  it('exits with 9 if nothing could be compared', async () => {
    const { url } = await open();
    const { exit } = runHere(['conform', '--against', url, '--only', 'public-api/bookmark']);
    expect(await exit).toBe(9);
  });
});

describe('briefs-mock conform says in one line why a server cannot be compared', () => {
  it.each<[string, RequestListener, number, RegExp]>([
    ['it is slow', () => {}, 3, /was not answered within 1 s\n$/],
    [
      'it limits requests',
      (_, answer) => answer.writeHead(429, { 'retry-after': '3600' }).end(),
      4,
      /asks to wait 3600 s\n$/,
    ],
    [
      'it answers HTML',
      (_, answer) => answer.setHeader('content-type', 'text/html').end('<html>'),
      5,
      /HTML instead of JSON \(200\)\n$/,
    ],
    [
      'it redirects',
      (_, answer) => answer.writeHead(302, { location: '/login' }).end(),
      6,
      /redirected to \/login; is a login missing\?\n$/,
    ],
    [
      'it redirects to https',
      ({ url }, answer) => answer.writeHead(301, { location: `https://staging.test${url}` }).end(),
      6,
      /redirected to https:\/\/staging\.test\/public-api\/v1\/brief; pass https:\/\/staging\.test as the URL of the server\n$/,
    ],
    [
      'it has moved to another base path',
      ({ url }, answer) => answer.writeHead(308, { location: `/gateway${url}` }).end(),
      6,
      /redirected to \/gateway\/public-api\/v1\/brief; pass http:\/\/127\.0\.0\.1:\d+\/gateway as the URL of the server\n$/,
    ],
    ['it closes connections', (request) => request.socket.destroy(), 7, /was not answered: [^\n]+\n$/],
    [
      'it has other paths',
      (_, answer) => answer.writeHead(404).end('{}'),
      8,
      /answered with 404; is the URL right\?\n$/,
    ],
    [
      'it asks for a token',
      (_, answer) =>
        answer.writeHead(401, { 'content-type': 'application/json' }).end('{"detail":"Not authenticated"}'),
      11,
      /cannot be compared: the server rejects the token of alice@acme\.example; user-data asks for a service token [^\n]+\n$/,
    ],
  ])('%s', async (_, listener, code, message) => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const timeout = code === 3 ? ['--timeout', '1'] : [];
    const args = ['conform', '--against', url, ...timeout, '--token', 'alice@acme.example=expired'];
    const { exit, output, errors } = runHere(args);
    expect(await exit).toBe(code);
    expect(output()).toBe('');
    expect(errors()).toMatch(message);
    expect(errors().split('\n').length).toBe(2);
  });
});

it('briefs-mock conform says what to do about a certificate that Node does not know, and about https where there is none', async () => {
  const started = async (server: Server) => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { exit, errors } = runHere([
      'conform',
      '--against',
      `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ]);
    return { code: await exit, errors: errors() };
  };
  expect(await started(createSecureServer(localhostCertificate))).toEqual({
    code: 7,
    errors: expect.stringMatching(/ name the file of a private authority in NODE_EXTRA_CA_CERTS\n$/),
  });
  expect(await started(createServer())).toEqual({
    code: 7,
    errors: expect.stringMatching(/ was not answered: it is not a server with https; is http right\?\n$/),
  });
});

describe('what briefs-mock conform has created', () => {
  it('is removed by the next run, whenever it was killed', async () => {
    const { target, folder } = await open();
    let requests = 0;
    target.onRequest = () => requests++;
    await runHere(...conformIn(folder, target.url, ['--writes', '--yes', ...onlyArgs(someCases)])).exit;
    for (const part of [0.2, 0.5, 0.8]) {
      const { before, after, code } = await killAndRepeat(target, folder, Math.ceil(requests * part), someCases);
      expect(code).toBe(0);
      expect(after, `killed after ${part} of its requests`).toEqual(before);
    }
    const files = await readdir(folder, { recursive: true });
    expect(files.filter((file) => file.endsWith('.json'))).toEqual([]);
  });

  it('is nothing, if the folder that remembers what to remove cannot be written', async () => {
    const { mock, url, folder } = await open();
    const { fingerprint } = mock.snapshot();
    const file = join(folder, 'file');
    await writeFile(file, '');
    const args = ['conform', '--against', url, '--writes', '--yes', '--only', 'user-data/client'];
    const { exit, errors } = runHere(args, { TMPDIR: file, TEMP: file }, folder);
    const message =
      /^briefs-mock: the folder \S+, which remembers what to remove, cannot be written: [^\n]+ENOTDIR[^\n]+\n$/;
    expect([await exit, errors()]).toEqual([1, expect.stringMatching(message)]);
    expect(mock.snapshot().fingerprint).toBe(fingerprint);
  });

  it('is forgotten with the temporary files of a process that was killed', async () => {
    const folder = await temporaryFolder();
    vi.stubEnv('TMPDIR', folder);
    vi.stubEnv('TEMP', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const ledger = ledgerOf('http://backend.test');
    await ledger.write({ run: '0123abcd', kinds: [], bookmarks: [] });
    const filesLeft = async () => (await readdir(folder, { recursive: true })).filter((file) => /\.json/.test(file));
    const [file = ''] = await filesLeft();
    await writeFile(join(folder, `${file}.5f.tmp`), '');
    await ledger.remove('0123abcd');
    expect(await filesLeft()).toEqual([]);
  });

  it.each<[NodeJS.Signals, number]>([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('is removed at %s', async (signal, code) => {
    const { target, folder } = await open();
    const before = contentOf(target.mock);
    const running = runConform(target.url, folder, ['--writes', '--yes', ...onlyArgs(someCases)]);
    let exit: Promise<number | null> | undefined;
    let left = 40;
    target.onRequest = () => {
      if (--left === 0) exit = stop(running, signal);
    };
    await running.exit;
    expect(await exit).toBe(code);
    expect(running.errors()).toContain('what was created is being removed');
    expect(contentOf(target.mock)).toEqual(before);
  });
});
