import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { blocks, documents, placeOf, root } from './blocks.js';
import { defaultMock, runBriefsMock } from './briefs-mock.js';
import { checkCommand, commandsOf } from './commands.js';
import { compile } from './compile.js';
import { WORKED_EXAMPLE } from './worked-example.js';

// Every block of code in README.md and docs/ is compiled or run. What follows the language, which no reader sees, says how:
//
//   ts from=path      a quotation of a file that a suite runs; a line "// …" leaves something out
//   ts into=path      a file that a reader adds to this project: see adding-a-resource.test.ts
//   diff into=path    a change to a file of this project: likewise
//   ts, tsx, js       compiled as a module of its own
//   sh                run, as far as it can be: see commands.ts
//   json              parsed
//   (nothing)         what `npx briefs-mock` prints

const quotations = blocks.filter(({ from }) => from !== undefined);
const steps = blocks.filter(({ into }) => into !== undefined);
const own = blocks.filter((block) => !quotations.includes(block) && !steps.includes(block));
const followed = steps.filter(({ document, language }) => document === WORKED_EXAMPLE && /^(ts|diff)$/.test(language));
const inLanguage = (...languages: string[]) => own.filter(({ language }) => languages.includes(language));
const programs = inLanguage('ts', 'tsx', 'js');

it('every block is of a kind that is checked', () => {
  const checked = [...quotations, ...followed, ...programs, ...inLanguage('sh', 'json', '')];
  expect(
    blocks.filter((block) => !checked.includes(block)).map((block) => `${placeOf(block)}: ${block.language}`),
  ).toEqual([]);
  expect(documents).toContain('README.md');
  expect(blocks.length).toBeGreaterThan(documents.length);
});

it('programs compile', () => {
  expect(compile(programs)).toEqual([]);
});

describe('quotations', () => {
  it.each(quotations.map((block) => [placeOf(block), block] as const))('%s', (_, { from = '', code }) => {
    expect(from).toMatch(/^test\/(consumers\/|.*\.test\.tsx?$)/);
    const text = withoutIndentation(readFileSync(join(root, from), 'utf8'));
    const parts = withoutIndentation(code).split(/^(?:\/\/|#|\/\*|\{\/\*) …(?: \*\/\}?)?\n/m);
    let end = 0;
    for (const part of parts) {
      const start = text.indexOf(part, end);
      expect(start, `${from} has no such lines:\n${part}`).toBeGreaterThanOrEqual(0);
      end = start + part.length;
    }
  });
});

describe('commands', () => {
  // Those of a block follow one another: what the first writes, to a file or to the server, the next may read.
  it.each(inLanguage('sh').map((block) => [placeOf(block), block.code] as const))('%s', async (_place, code) => {
    const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-docs-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const place = { folder, mock: defaultMock() };
    for (const words of commandsOf(code)) await checkCommand(words, place);
  });
});

it('JSON can be read', () => {
  for (const block of inLanguage('json')) expect(() => JSON.parse(block.code), placeOf(block)).not.toThrow();
});

it('output is what `npx briefs-mock` prints', async () => {
  const output = (await runBriefsMock([], tmpdir())).replaceAll(/(?<=http:\/\/127\.0\.0\.1:)\d+/g, '4010');
  for (const block of inLanguage('')) expect(output, placeOf(block)).toContain(block.code);
});

const withoutIndentation = (text: string) => text.replaceAll(/^[ \t]+/gm, '');
