import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMock, type Snapshot } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { runHere, startHere, temporaryFolder } from '../support/cli.js';
import { addClient, clientsAt, clientsIn } from '../support/persistence.js';

/** Checks that a file has a row per line, and contains a valid snapshot. */
async function linesOf(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8');
  const snapshot: Snapshot = JSON.parse(text);
  expect(createMock({ snapshot }).fingerprint()).toBe(snapshot.fingerprint);
  const lines = text.split('\n').map((line) => line.trim().replace(/,$/, ''));
  for (const rows of Object.values(snapshot.tables)) {
    for (const row of rows) expect(lines).toContain(JSON.stringify(row));
  }
  return lines;
}

describe('Snapshot files have a row per line', () => {
  it('of `snapshot`, of --state and of --export-on-exit', async () => {
    const folder = await temporaryFolder();
    const args = ['snapshot', '--scenario', 'newsroom', '-o', 'out.json'];
    expect(await runHere(args, {}, folder).exit).toBe(0);
    const lines = await linesOf(join(folder, 'out.json'));

    const flags = ['--import', 'out.json', '--state', 'state.json', '--export-on-exit', 'export.json'];
    const server = await startHere(flags, {}, folder);
    await addClient(server.url, 'one');
    await server.stop();
    for (const name of ['state.json', 'export.json']) {
      const after = await linesOf(join(folder, name));
      // The new row, the counter of its table, and the fingerprint.
      expect(after.filter((line) => !lines.includes(line))).toHaveLength(3);
    }
  });

  it('is the same data as in one line, which is still read', async () => {
    const folder = await temporaryFolder();
    const snapshot = createMock({ scenario: newsroom }).snapshot();
    const { exit, output } = runHere(['snapshot'], {}, folder);
    expect(await exit).toBe(0);
    expect(JSON.stringify(JSON.parse(output()))).toBe(JSON.stringify(snapshot));
    await writeFile(join(folder, 'line.json'), JSON.stringify(snapshot));
    const { url } = await startHere(['--import', 'line.json'], {}, folder);
    const { fingerprint } = await (await fetch(`${url}/__mock/health?fingerprint`)).json();
    expect(fingerprint).toBe(snapshot.fingerprint);
  });
});

/** Writes a snapshot with one client, and changes the text of the file by hand. */
async function folderWithEdited(from: string, to: string): Promise<string> {
  const folder = await temporaryFolder();
  const mock = createMock();
  mock.data.client.create({ name: 'before', short_name: 'b', display_name: 'B', type: 'company' });
  const text = JSON.stringify(mock.snapshot());
  await writeFile(join(folder, 'edited.json'), text.replace(from, to));
  return folder;
}

describe('--edited', () => {
  it.each(['--import', '--state'])('accepts a file of %s that was edited by hand', async (flag) => {
    const folder = await folderWithEdited('"before"', '"after"');
    const refused = runHere(['--port', '0', flag, 'edited.json'], {}, folder);
    expect(await refused.exit).toBe(1);
    expect(refused.errors()).toContain('--edited');
    const server = await startHere([flag, 'edited.json', '--edited'], {}, folder);
    expect(await clientsAt(server.url)).toEqual(['after']);
    expect(await server.stop()).toBe(0);
  });

  it('gives a state file its new fingerprint', async () => {
    const folder = await folderWithEdited('"before"', '"after"');
    await (await startHere(['--state', 'edited.json', '--edited'], {}, folder)).stop();
    expect(await clientsIn(join(folder, 'edited.json'))).toEqual(['after']);
  });

  it.each(['--import', '--state'])('still checks the constraints of a file of %s', async (flag) => {
    const folder = await folderWithEdited('"company"', '7');
    const { exit, errors } = runHere(['--port', '0', flag, 'edited.json', '--edited'], {}, folder);
    expect(await exit).toBe(1);
    expect(errors()).toContain('tables.client.0.type');
  });

  it('needs a file', async () => {
    const { exit, errors } = runHere(['--edited']);
    expect(await exit).toBe(2);
    expect(errors()).toContain('--edited needs --import or --state');
  });
});

it('mock.restore accepts an edited snapshot only with `edited`', () => {
  const mock = createMock({ scenario: newsroom });
  const edited = JSON.parse(JSON.stringify(mock.snapshot()).replace('"Front Page"', '"First Page"'));
  expect(() => mock.restore(edited)).toThrow('{ edited: true }');
  mock.restore(edited, { edited: true });
  expect(mock.data.brief.count({ where: { name: { equals: 'First Page' } } })).toBe(1);
  expect(mock.fingerprint()).not.toBe(edited.fingerprint);
});
