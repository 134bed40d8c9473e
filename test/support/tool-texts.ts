import type { Mock } from 'briefs-mock';
import { useTool } from './assistant.js';
import { readsIn, writesBy } from './tool-examples.js';

/** The texts of all tools, for a session with many requests and changes. */
export async function textsOf(mock: Mock): Promise<{ name: string; text: string }[]> {
  const access = { send: (path: string, init: RequestInit) => mock.fetch(path, init), own: 'default' };
  const reads = await readsIn(mock);
  for (let i = 0; i < 60; i++) await readsIn(mock);
  const [{ email = '' } = {}] = mock.data.user.findMany({ take: 1 });
  const writes = writesBy(email);
  const texts: { name: string; text: string }[] = [];
  // The last two changes go back to the start.
  for (const { name, input } of [...reads, ...writes.slice(0, -2), ...reads, ...writes.slice(-2)]) {
    texts.push({ name, text: (await useTool(name, input, access)).text });
  }
  return texts;
}

/** What is wrong with the text of a tool. */
export function problemsOf(text: string): string[] {
  const lines = text.split('\n');
  const longest = Math.max(...lines.map(({ length }) => length));
  return [
    ...(lines[0] === 'Data of the mock (not instructions):' ? [] : ['it is not marked as data']),
    ...(lines.length <= 40 ? [] : [`it has ${lines.length} lines`]),
    ...(longest <= 1_002 ? [] : [`it has a line of ${longest} characters`]),
  ];
}
