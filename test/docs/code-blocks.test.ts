import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { blocks, documents, placeOf, root } from './blocks.js';
import { defaultMock, runBriefsMock, runReplay } from './briefs-mock.js';
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
//   … output          what the block of commands before it prints: see output.test.ts
//   (nothing)         the output of `npx briefs-mock`, or of a replay

const quotations = blocks.filter(({ from }) => from !== undefined);
const steps = blocks.filter(({ into }) => into !== undefined);
const outputs = blocks.filter(({ isOutput }) => isOutput);
const own = blocks.filter((block) => ![...quotations, ...steps, ...outputs].includes(block));
const followed = steps.filter(({ document, language }) => document === WORKED_EXAMPLE && /^(ts|diff)$/.test(language));
const inLanguage = (...languages: string[]) => own.filter(({ language }) => languages.includes(language));
const programs = inLanguage('ts', 'tsx', 'js');

it('every block has a kind that one of these tests checks', () => {
  // assistant-tasks.test.ts writes those in the language `text`.
  const captured = inLanguage('text').filter(({ document }) => document === 'docs/how-to/assistants-tasks.md');
  const checked = [...quotations, ...followed, ...outputs, ...programs, ...captured, ...inLanguage('sh', 'json', '')];
  expect(
    blocks.filter((block) => !checked.includes(block)).map((block) => `${placeOf(block)}: ${block.language}`),
  ).toEqual([]);
  expect(documents).toContain('README.md');
  expect(blocks.length).toBeGreaterThan(documents.length);
});

/** Shows that the compiler has run. */
const wrongProgram = {
  ...{ document: 'README.md', line: 2, language: 'ts', from: undefined, into: undefined, isOutput: false },
  code: '// wrong.ts\nexport const wrong: string = 1;\n',
};

// The packages of the versions of msw that users may have installed.
it.each(['msw', 'msw3'])(
  'every ts, tsx and js block, every quoted TypeScript file and the code around MSW compile with %s',
  async (msw) => {
    const quoted = quotations.flatMap(({ from = '' }) => (/\.ts$/.test(from) ? [from] : []));
    const files = [...new Set([...quoted, 'handlers/index.ts', 'helpers/vitest.ts'])];
    const compiled = files.filter((file) => !IN_ITS_PROJECT.test(file));
    const errors = await compile([...programs, wrongProgram], compiled, msw);
    expect(errors).toEqual([expect.stringMatching(/^README\.md\.programs\/wrong\.ts\(3,14\): error TS2322: /)]);
  },
);

it('code that sets what MSW does with unhandled requests names the option of msw 2 and that of msw 3', () => {
  // msw 2 has no plugin for Vite.
  const settings = blocks.filter(({ code }) => /onUnhandled(Request|Frame)/.test(code) && !/virtual:msw/.test(code));
  expect(settings).not.toEqual([]);
  const incomplete = settings.filter(({ code }) => !/onUnhandledRequest/.test(code) || !/onUnhandledFrame/.test(code));
  expect(incomplete.map(placeOf)).toEqual([]);
});

/** Handlers without a base URL answer on every origin. */
const HANDLERS = /createHandlers\(|setupMock\(/;

/** Files that import packages of their projects, or have its settings. Their projects compile them. */
const IN_ITS_PROJECT = /^test\/consumers\/(storybook\/|msw-plugin\/|browser\/src\/main|react\/src\/follow)/;

describe('Quotations', () => {
  it('occur', () => {
    expect(quotations).not.toEqual([]);
  });

  it.each(quotations.map((block) => [placeOf(block), block] as const))(
    '%s matches the quoted file',
    (_, { from = '', code }) => {
      expect(from).toMatch(/^(docker\/|test\/(consumers\/|proxy\/|tools\/|.*\.test\.tsx?$))/);
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

const tutorials = documents.filter((document) => document.startsWith('docs/tutorials/'));
it.each(tutorials)('%s says what to type in a clone, before the second section', (document) => {
  const [, first = ''] = readFileSync(join(root, document), 'utf8').split(/^## /m);
  expect(first).toMatch(/^In a clone of this project, [\s\S]*?^```sh\nnpm (start|test) /m);
});

it.each(
  documents.filter((document) => blocks.some((block) => block.document === document && HANDLERS.test(block.code))),
)('%s, which has handlers, names a base URL', (document) => {
  expect(blocks.some((block) => block.document === document && /baseUrl: '/.test(block.code))).toBe(true);
});

it('every json block can be parsed', () => {
  expect(inLanguage('json')).not.toEqual([]);
  for (const block of inLanguage('json')) expect(() => JSON.parse(block.code), placeOf(block)).not.toThrow();
});

it('every block without a language is part of the output of `npx briefs-mock` or of a replay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-docs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const place = { folder, mock: defaultMock() };
  const replayed = (...flags: string[]) => runReplay(['replay', 'failed.trace.json', ...flags], place);
  const replayedElsewhere = () =>
    runReplay(['replay', 'failed.trace.json', '--against', 'http://127.0.0.1:4010'], { ...place, control: false });
  const outputs = [
    await runBriefsMock([], folder),
    await replayed(),
    await replayed('--until', '5', '--port', '4010'),
    await replayed('--against', 'http://127.0.0.1:4010'),
    // A server without the control API keeps what it gets: the second replay finds the bookmarks of the first.
    await replayedElsewhere(),
    await replayedElsewhere(),
  ];
  const output = outputs.join('').replaceAll(/(?<=http:\/\/127\.0\.0\.1:)\d+/g, '4010');
  expect(inLanguage('')).not.toEqual([]);
  for (const block of inLanguage('')) expect(output, placeOf(block)).toContain(block.code);
});

const withoutIndentation = (text: string) => text.replaceAll(/^[ \t]+/gm, '');
