import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documents, root } from './blocks.js';

// docs/llms.txt follows from docs/README.md: `npx vitest run test/docs/llms.test.ts --update` writes it. Format: https://llmstxt.org.

const FILE = join(root, 'docs/llms.txt');

/** The index with one line per page: its title, its summary, and the pages of each section that are a list. */
function indexForModels(): string {
  const [head = '', ...sections] = readFileSync(join(root, 'docs/README.md'), 'utf8').split(/^##+ /m);
  const [, title = '', summary = ''] = /^# (.*)\n\n([\s\S]*)/.exec(head) ?? [];
  const lists = sections.flatMap((section) => {
    const items = [...section.matchAll(/^(?:-|\d+\.) (\[[\s\S]*?)(?=\n(?:-|\d+\.) |\n\n)/gm)];
    return items.length === 0
      ? []
      : [`## ${section.split('\n', 1)[0]}\n\n${items.map(([, item = '']) => `- ${oneLine(item)}`).join('\n')}`];
  });
  return `${[`# ${title}`, `> ${oneLine(summary)}`, ...lists].join('\n\n')}\n`;
}

const oneLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ');

it('docs/llms.txt is what docs/README.md says, and lists every page', async () => {
  const text = indexForModels();
  await expect(text).toMatchFileSnapshot(FILE);
  const listed = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, page = '']) => join('docs', page));
  const pages = documents.filter((page) => !['README.md', 'docs/README.md'].includes(page));
  expect(listed.sort()).toEqual(pages.sort());
});
