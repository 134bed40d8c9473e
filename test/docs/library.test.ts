import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from 'briefs-mock';
import { conform } from 'briefs-mock/conform';
import { createFetchHandler } from 'briefs-mock/fetch';
import { createHandlers } from 'briefs-mock/handlers';
import { RemoteMock } from 'briefs-mock/playwright';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from './blocks.js';

const page = readFileSync(join(root, 'docs/reference/library.md'), 'utf8');

/** The names in the first column of the tables under a heading. */
function namesUnder(heading: string, text = page): string[] {
  const [, section = ''] =
    new RegExp(`^#+ ${heading.replace(/[()]/g, '.')}\n([\\s\\S]*?)(?=^#|(?![\\s\\S]))`, 'm').exec(text) ?? [];
  return [...section.matchAll(/^\| `(\w+)/gm)].map(([, name = '']) => name);
}

/** The options that the error for an unknown option lists. */
function optionsIn(call: () => unknown): string[] {
  try {
    call();
  } catch (error) {
    return /; it has (.*)$/.exec((error as Error).message)?.[1]?.split(', ') ?? [];
  }
  return [];
}

/** The public members of a value and its class. */
function membersOf(value: object): string[] {
  const own = Object.keys(value);
  return [...own, ...Object.getOwnPropertyNames(Object.getPrototypeOf(value))].filter((name) => name !== 'constructor');
}

it('docs/reference/conform.md lists the options of conform, and no others', async () => {
  const error = await conform({ none: true } as never).catch((reason) => reason);
  const conformPage = readFileSync(join(root, 'docs/reference/conform.md'), 'utf8');
  const names = optionsIn(() => {
    throw error;
  });
  expect(names).not.toEqual([]);
  expect(namesUnder('The library', conformPage.split('The report has')[0]).sort()).toEqual([...names].sort());
});

it('docs/how-to/playwright.md lists the members of the mock of a worker, and no others', async () => {
  const server = await createServer(createMock(), { port: 0 }).listen();
  onTestFinished(() => server.close());
  const playwrightPage = readFileSync(join(root, 'docs/how-to/playwright.md'), 'utf8');
  const [, table = ''] = playwrightPage.split('| member of `mock` | purpose |');
  const cells = [...table.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell);
  const names = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)/g)].map(([, name]) => name));
  expect(names.sort()).toEqual(membersOf(await RemoteMock.connect(server.url)).sort());
});

describe('docs/reference/library.md', () => {
  const mock = createMock();
  const none = { none: true } as never;

  it.each([
    ['createMock(options)', optionsIn(() => createMock(none))],
    ['`briefs-mock/handlers`', optionsIn(() => createHandlers(mock, none))],
    ['`briefs-mock/fetch`', optionsIn(() => createFetchHandler(mock, none))],
    ['`briefs-mock/server`', optionsIn(() => createServer(mock, none))],
    ['The mock', membersOf(mock)],
    ['The tables', membersOf(mock.data.user)],
  ])('lists the existing names under %s, and no others', (heading, names) => {
    expect(names).not.toEqual([]);
    expect(namesUnder(heading).sort()).toEqual([...names].sort());
  });
});
