import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { blocks, documents, placeOf, root } from './blocks.js';
import { defaultMock, runBriefsMock } from './briefs-mock.js';
import { checkCommand, commandsOf } from './commands.js';
import { compile } from './compile.js';
import { WORKED_EXAMPLE } from './worked-example.js';

// Every code block in README.md and docs/ is compiled or run. The text after the language says how; it is not rendered:
//
//   ts from=path      quotes a file that a test suite runs; a line "// …" stands for omitted lines
//   ts into=path      a file that a reader adds to this project: see adding-a-resource.test.ts
//   diff into=path    a change to a file of this project: see adding-a-resource.test.ts
//   ts, tsx, js       compiled as a separate module
//   sh                run as far as possible: see commands.ts
//   json              parsed
//   (nothing)         the output of `npx briefs-mock`

const quotations = blocks.filter(({ from }) => from !== undefined);
const steps = blocks.filter(({ into }) => into !== undefined);
const own = blocks.filter((block) => !quotations.includes(block) && !steps.includes(block));
const followed = steps.filter(({ document, language }) => document === WORKED_EXAMPLE && /^(ts|diff)$/.test(language));
const inLanguage = (...languages: string[]) => own.filter(({ language }) => languages.includes(language));
const programs = inLanguage('ts', 'tsx', 'js');

it('every block has a kind that one of these tests checks', () => {
  const checked = [...quotations, ...followed, ...programs, ...inLanguage('sh', 'json', '')];
  expect(
    blocks.filter((block) => !checked.includes(block)).map((block) => `${placeOf(block)}: ${block.language}`),
  ).toEqual([]);
  expect(documents).toContain('README.md');
  expect(blocks.length).toBeGreaterThan(documents.length);
});

it('every ts, tsx and js block compiles', () => {
  expect(compile(programs)).toEqual([]);
});

describe('Quotations', () => {
  it('occur', () => {
    expect(quotations).not.toEqual([]);
  });

  it.each(quotations.map((block) => [placeOf(block), block] as const))(
    '%s matches the quoted file',
    (_, { from = '', code }) => {
      expect(from).toMatch(/^test\/(consumers\/|proxy\/|.*\.test\.tsx?$)/);
      const text = withoutIndentation(readFileSync(join(root, from), 'utf8'));
      const parts = withoutIndentation(code).split(/^(?:\/\/|#|\/\*|\{\/\*) …(?: \*\/\}?)?\n/m);
      let end = 0;
      for (const part of parts) {
        const start = text.indexOf(part, end);
        expect(start, `${from} has no such lines:\n${part}`).toBeGreaterThanOrEqual(0);
        end = start + part.length;
      }
    },
  );
});

describe('Commands', () => {
  // The commands of a block share a folder and a mock: a command can read what an earlier one wrote.
  it.each(inLanguage('sh').map((block) => [placeOf(block), block.code] as const))(
    '%s runs without an error',
    async (_place, code) => {
      const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-docs-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const place = { folder, mock: defaultMock() };
      for (const words of commandsOf(code)) await checkCommand(words, place);
    },
  );
});

it('every json block can be parsed', () => {
  expect(inLanguage('json')).not.toEqual([]);
  for (const block of inLanguage('json')) expect(() => JSON.parse(block.code), placeOf(block)).not.toThrow();
});

it('every block without a language is part of the output of `npx briefs-mock`', async () => {
  const output = (await runBriefsMock([], tmpdir())).replaceAll(/(?<=http:\/\/127\.0\.0\.1:)\d+/g, '4010');
  expect(inLanguage('')).not.toEqual([]);
  for (const block of inLanguage('')) expect(output, placeOf(block)).toContain(block.code);
});

const withoutIndentation = (text: string) => text.replaceAll(/^[ \t]+/gm, '');
