import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runHere, start, temporaryFolder } from '../support/cli.js';

/** A folder with `a.json`, the state of newsroom, and `b.json`, the state after a record was created, updated and removed. */
async function folderWithStates() {
  const folder = await temporaryFolder();
  const mock = createMock({ scenario: newsroom });
  const write = (name: string, content: unknown) => writeFile(join(folder, name), JSON.stringify(content));
  await write('a.json', mock.snapshot());
  mock.data.user.update({ where: { id: { equals: 3 } }, data: { lname: 'Berg' } });
  mock.data.application.create({ name: 'One more' });
  mock.data.bookmark.delete({ where: { id: { equals: 1 } } });
  await write('b.json', mock.snapshot());
  return { folder, mock, write };
}

async function diff(folder: string, ...args: string[]) {
  const { exit, output, errors } = runHere(['diff', ...args], {}, folder);
  return { code: await exit, output: output(), errors: errors() };
}

describe('briefs-mock diff', () => {
  it('prints what differs between two files, by record, and exits with 1', async () => {
    const { folder } = await folderWithStates();
    const { code, output, errors } = await diff(folder, 'a.json', 'b.json');
    expect([code, errors]).toEqual([1, '']);
    expect(output.split('\n')).toEqual([
      'user: 1 updated',
      '  ~ 3',
      '      lname: "Lambert" -> "Berg"',
      'application: 1 created',
      expect.stringMatching(/^ {2}\+ \d+ \{"id":\d+,"name":"One more"/),
      'bookmark: 1 removed',
      expect.stringMatching(/^ {2}- 1 \{"id":1,/),
      expect.stringMatching(/^last id that was given in application: \d+ -> \d+$/),
      '',
    ]);
  });

  it('prints invisible characters as escapes, and in --json as they are', async () => {
    const { folder, mock, write } = await folderWithStates();
    mock.data.application.create({ name: 'a\u009b\u202eb' });
    await write('b.json', mock.snapshot());
    expect((await diff(folder, 'a.json', 'b.json')).output).toContain(String.raw`"name":"a\u009b\u202eb"`);
    expect((await diff(folder, 'a.json', 'b.json', '--json')).output).toContain('a\u009b\u202eb');
  });

  it('prints the same as --json, in the form of mock.changes()', async () => {
    const { folder, mock } = await folderWithStates();
    const { code, output } = await diff(folder, 'a.json', 'b.json', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(output)).toEqual(JSON.parse(JSON.stringify(mock.changes())));
  });

  it('compares a file with a server, its session, its named snapshots, and a trace', async () => {
    const { folder, write } = await folderWithStates();
    const { url } = await start(['--control-token', 'secret'], {}, folder);
    const token = ['--control-token', 'secret'];
    const control = (method: string, path: string, body?: string) =>
      fetch(url + path, { method, headers: { authorization: 'Bearer secret' }, body: body ?? null });
    await control('PUT', '/__mock/snapshots/start');
    await control('POST', '/__mock/s/one/__mock/data/application', '{"name": "Another"}');
    expect(await diff(folder, 'a.json', url, ...token)).toEqual({ code: 0, output: 'the same\n', errors: '' });
    expect(await diff(folder, 'a.json', `${url}/__mock/snapshots/start`, ...token)).toMatchObject({ code: 0 });
    expect((await diff(folder, url, `${url}/__mock/s/one`, ...token)).output).toContain('application: 1 created');
    await control('POST', '/__mock/s/one.json/__mock/data/application', '{"name": "Another"}');
    expect((await diff(folder, url, `${url}/__mock/s/one.json`, ...token)).output).toContain('application: 1 created');
    const traced = createMock({ scenario: newsroom });
    traced.data.application.create({ name: 'Traced' });
    await write('trace.json', traced.trace());
    expect((await diff(folder, url, 'trace.json', ...token)).output).toContain('"name":"Traced"');
    expect(await diff(folder, 'a.json', url.replace('http', 'HTTP'), ...token)).toMatchObject({ code: 0 });
  });

  it('sends the control token to a mock, and not to a server that has a file', async () => {
    const { folder, mock } = await folderWithStates();
    const asked: [string | undefined, string | undefined][] = [];
    const server = createServer(({ url, headers }, response) => {
      asked.push([url, headers.authorization]);
      response.end(JSON.stringify(mock.snapshot()));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await diff(folder, `${url}/state.json`, url, '--control-token', 'secret');
    expect(asked.sort()).toEqual([
      ['/__mock/snapshot', 'Bearer secret'],
      ['/state.json', undefined],
    ]);
  });

  it.each<[string[], string]>([
    [['a.json', 'nowhere.json'], 'nowhere.json cannot be read: it does not exist'],
    [['a.json', 'edited.json'], '--edited'],
    [['a.json', 'http.har'], 'this is a HAR file, not a snapshot; `briefs-mock conform --har FILE`'],
    [['a.json', 'http://'], 'http:// is not a URL'],
    [['a.json', 'http://u:p@host'], 'http://host/ must not contain a user or a password'],
    [['a.json', 'localhost:4905'], 'does not exist (ENOENT); the address of a server starts with http://'],
    [['a.json', 'http://127.0.0.1:9'], 'no server answers at http://127.0.0.1:9/__mock/snapshot'],
  ])('exits with 2 and says what is wrong with %j', async (args, message) => {
    const { folder, mock, write } = await folderWithStates();
    await write('edited.json', JSON.parse(JSON.stringify(mock.snapshot()).replace('"Front Page"', '"First Page"')));
    await write('http.har', { log: { version: '1.2', entries: [] } });
    const { code, errors, output } = await diff(folder, ...args);
    expect([code, output]).toEqual([2, '']);
    expect(errors).toContain(message);
  });

  it('compares a snapshot that was edited by hand with --edited', async () => {
    const { folder, mock, write } = await folderWithStates();
    await write('edited.json', JSON.parse(JSON.stringify(mock.snapshot()).replace('"Front Page"', '"First Page"')));
    const { code, output } = await diff(folder, 'b.json', 'edited.json', '--edited');
    expect([code, output]).toEqual([1, expect.stringContaining('name: "Front Page" -> "First Page"')]);
  });
});
