import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documents, root } from './blocks.js';

it('docs/llms.txt lists every page', () => {
  const text = readFileSync(join(root, 'docs/llms.txt'), 'utf8');
  const listed = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, page = '']) => join('docs', page));
  const pages = documents.filter((page) => !['README.md', 'docs/README.md'].includes(page));
  expect(listed.sort()).toEqual(pages.sort());
});
