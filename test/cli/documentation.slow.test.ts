import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runHere, temporaryFolder } from '../support/cli.js';

const docs = join(import.meta.dirname, '../../docs/reference');

async function helpOf(...command: string[]): Promise<string> {
  const { exit, output } = runHere([...command, '--help']);
  expect(await exit).toBe(0);
  return output();
}

/** The names in backticks in the first column of all tables. */
function firstCells(markdown: string): string[] {
  return [...markdown.matchAll(/^\| `([^`]+)` \|/gm)].map(([, cell]) => cell as string);
}

it('docs/reference/cli.md lists the commands and flags that --help shows, and no others', async () => {
  const general = await helpOf();
  const listed = general.slice(general.indexOf('Commands:'), general.indexOf('briefs-mock serve'));
  const commands = [...listed.matchAll(/^ {2}(\w[\w-]*)/gm)]
    .map(([, name]) => name as string)
    .filter((name) => name !== 'help');
  const text = await readFile(join(docs, 'cli.md'), 'utf8');
  const sections = [...text.matchAll(/^## `briefs-mock ([\w-]+)`/gm)].map(([, name]) => name);
  expect(sections.sort()).toEqual(commands.sort());
  const inTable = [...text.matchAll(/^\| \[`([\w-]+)`\]\(#briefs-mock-/gm)].map(([, name]) => name);
  expect(inTable.sort()).toEqual(commands.sort());

  const helps = [general, ...(await Promise.all(commands.map((command) => helpOf(command))))].join('\n');
  const shown = [...helps.matchAll(/^ {2}((?:-\w, )?--[\w-]+(?: <[^>]+>)?)/gm)].map(([, flag]) => flag);
  const described = firstCells(text).filter((cell) => cell.startsWith('-'));
  expect([...new Set(described)].sort()).toEqual([...new Set(shown)].sort());
});

it('docs/reference/configuration.md lists the settings that a config file accepts, and only flags that exist', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'settings.json'), '{"nothing": 1}');
  const { exit, errors } = runHere(['--config', 'settings.json'], {}, folder);
  expect(await exit).toBe(2);
  const settings = /is unknown; allowed: (.*)/.exec(errors())?.[1]?.split(', ');
  const text = await readFile(join(docs, 'configuration.md'), 'utf8');
  expect(firstCells(text).sort()).toEqual(settings?.sort());

  const help = await helpOf('serve');
  const flags = [...text.matchAll(/\| `(--[\w-]+)` \|$/gm)].map(([, flag]) => flag);
  // Scenarios, routes and fault profiles are settings without a flag.
  expect(flags).toHaveLength((settings?.length ?? 0) - 3);
  for (const flag of flags) expect(help).toContain(`${flag} `);
});
