import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Block, blocks, placeOf, root } from './blocks.js';
import { defaultMock } from './briefs-mock.js';
import { commandsOf, outputOf } from './commands.js';

// A block with the option `output` shows what the last command of the block before it prints. To update the pages:
// `npm run docs:output`.

const pages = [...new Set(blocks.filter(({ isOutput }) => isOutput).map(({ document }) => document))];

it.each(pages)('%s shows the output of its commands', async (page) => {
  const lines = readFileSync(join(root, page), 'utf8').split('\n');
  const ofPage = blocks.filter(({ document }) => document === page);
  // From the end, so that the numbers of the lines before stay the same.
  for (const [i, block] of [...ofPage.entries()].reverse()) {
    if (!block.isOutput) continue;
    const printed = await printedBy(ofPage[i - 1], block);
    lines.splice(block.line - 1, block.code.split('\n').length - 1, ...printed.trimEnd().split('\n'));
  }
  await expect(lines.join('\n')).toMatchFileSnapshot(join(root, page));
});

async function printedBy(commands: Block | undefined, block: Block): Promise<string> {
  if (commands?.language !== 'sh') throw new Error(`${placeOf(block)}: the block before it has no commands`);
  const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-docs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const place = { folder, mock: defaultMock() };
  let printed = '';
  for (const words of commandsOf(commands.code)) printed = await outputOf(words, place);
  return printed.replaceAll(/(?<=http:\/\/127\.0\.0\.1:)\d+/g, '4010');
}
