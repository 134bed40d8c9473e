import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Task, tasks } from '../support/assistant-tasks.js';
import { serveTask, solveTask } from '../support/solve-task.js';

const docs = join(import.meta.dirname, '../../docs');

/** The lengths of the answers to the same with curl. */
async function answersOf(task: Task): Promise<number[]> {
  const url = await serveTask(task);
  const lengths: number[] = [];
  for (const [path, body] of task.curl) {
    const headers = { authorization: 'Bearer alice-token', 'content-type': 'application/json' };
    const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(url + path, { headers, ...post });
    expect([path, [400, 404, 500].includes(answer.status)]).toEqual([path, false]);
    lengths.push((await answer.text()).length);
  }
  return lengths;
}

/** A part of a page, with its heading. @throws Error if there is none */
function partOf(page: string, heading: string): string {
  const parts = readFileSync(join(docs, `${page}.md`), 'utf8').split(/^(?=#)/m);
  const part = parts.find((text) => text.split('\n', 1)[0]?.replace(/^#+ /, '') === heading);
  if (part === undefined) throw new Error(`${page} has no part ${heading}`);
  return part;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const lengthOf = (texts: readonly string[]) => sum(texts.map(({ length }) => length));

it('twelve tasks need less reading with the tools than with curl and the documentation', async () => {
  const rows: Record<string, string | number>[] = [];
  let list = 0;
  for (const task of tasks) {
    const solved = await solveTask(task);
    const [answers, parts] = [await answersOf(task), task.docs.map(([page, heading]) => partOf(page, heading))];
    list = solved.list;
    rows.push({
      question: task.question,
      calls: solved.calls.length,
      'by tools': lengthOf(solved.calls.map(({ text }) => text)),
      requests: answers.length,
      'by curl': sum(answers),
      'and docs': lengthOf(parts),
    });
  }
  const total = (column: string) => sum(rows.map((row) => Number(row[column])));
  const once = lengthOf([
    ...new Set(tasks.flatMap((task) => task.docs.map(([page, heading]) => partOf(page, heading)))),
  ]);
  const byTools = list + total('by tools');
  const byCurl = once + total('by curl');
  const lines = [
    Object.keys(rows[0] ?? {}).join(' | '),
    ...rows.map((row) => Object.values(row).join(' | ')),
    `Characters read: ${byTools} with the tools, ${list} of them their list, read once.`,
    `With curl: ${byCurl}, ${once} of them documentation, of which each part is read once.`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  expect(byTools).toBeLessThan(byCurl);
});
