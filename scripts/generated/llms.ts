import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The text of docs/llms.txt, in the format of https://llmstxt.org: the index of docs/README.md with one line per page: its title, its summary, and the pages of each section that are a list. */
export function indexForModels(root: string): string {
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
