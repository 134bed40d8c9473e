import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tasks } from '../support/assistant-tasks.js';
import { solveTask } from '../support/solve-task.js';
import { root } from './blocks.js';

// The page shows what the tools answered. To update it: `npm run docs:output`.
const PAGE = 'docs/how-to/assistants-tasks.md';
const MAX_CALLS = 4;
const MAX_LINES = 12;
const MAX_LINE = 240;

it('each of twelve tasks is solved in at most four calls, and the page shows what the tools answered', async () => {
  expect(tasks.length).toBe(12);
  const parts: string[] = [];
  for (const [i, task] of tasks.entries()) {
    const { calls, isSolved } = await solveTask(task);
    const { question } = task;
    expect({ question, isSolved, isShort: calls.length <= MAX_CALLS }).toEqual({
      question,
      isSolved: true,
      isShort: true,
    });
    const shownCalls = calls.map(
      ({ name, input, text }) => `\`${name}\` with \`${JSON.stringify(input)}\`\n\n\`\`\`text\n${shown(text)}\n\`\`\``,
    );
    parts.push(withoutChance(`## ${i + 1}. ${question}\n\n${shownCalls.join('\n\n')}\n`));
  }
  const [introduction] = readFileSync(join(root, PAGE), 'utf8').split(/^(?=## )/m);
  await expect([introduction, parts.join('\n')].join('')).toMatchFileSnapshot(join(root, PAGE));
});

function shown(text: string): string {
  const lines = text.split('\n');
  const rest = lines.length > MAX_LINES ? [`… ${lines.length - MAX_LINES} more lines`] : [];
  return [...lines.slice(0, MAX_LINES), ...rest]
    .map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)} …` : line))
    .join('\n');
}

/** Without what differs in each run: times of the machine, and the name of a copy. */
function withoutChance(part: string): string {
  const copy = /^session: (\S+)$/m.exec(part)?.[1];
  const named = copy === undefined ? part : part.replaceAll(copy, 'COPY');
  return named.replaceAll(/(wall_time: ).*/g, '$12026-03-04T09:00:00.000Z').replaceAll(/(duration_ms: ).*/g, '$12');
}
