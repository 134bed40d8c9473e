import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { blocks, documents, root } from './blocks.js';

/** The page whose sections stand for themselves; the code of the others continues through the page. */
const OF_SECTIONS = 'docs/how-to/vitest.md';

/** What is added to this project, or drives a page of a whole application. */
const OTHERS = ['docs/how-to/adding-a-resource.md', 'docs/how-to/browser.md'];

const tests = blocks.filter(
  ({ document, language, code }) =>
    !OTHERS.includes(document) && /^(tsx?|js)$/.test(language) && /^ *(?:test|it)\(/m.test(code),
);
const pages = [...new Set(tests.map(({ document }) => document))];

/** Whether code imports what it calls to define a test. */
const isComplete = (code: string) =>
  /^(import|const) \{[^}]*\btest\b[^}]*\}|^import test\b|require\(|injectGlobals/m.test(code);

it.each(pages)('the first test of %s can be pasted: its page shows the imports', (page) => {
  const shown = blocks.filter(({ document }) => document === page);
  const first = shown.findIndex((block) => tests.includes(block));
  expect(
    isComplete(
      shown
        .slice(0, first + 1)
        .map(({ code }) => code)
        .join('\n'),
    ),
  ).toBe(true);
});

it(`each file of ${OF_SECTIONS} is shown from its imports on`, () => {
  const files = new Map<string, string>();
  for (const { document, from = '', code } of blocks) {
    if (document === OF_SECTIONS && from !== '') files.set(from, (files.get(from) ?? '') + code);
  }
  for (const [file, code] of files) expect(code, file).toMatch(/^import /);
});

it('the pages speak of a repository only if the package says where it is', () => {
  if ('repository' in manifest) return;
  const speaking = documents.filter((path) => /\brepositor(y|ies)\b/i.test(readFileSync(join(root, path), 'utf8')));
  expect(speaking).toEqual([]);
});
