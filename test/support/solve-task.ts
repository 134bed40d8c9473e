import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { onTestFinished } from 'vitest';
import type { Task } from './assistant-tasks.js';

interface Solved {
  readonly calls: readonly { readonly name: string; readonly input: object; readonly text: string }[];
  readonly isSolved: boolean;
  /** The characters of the list of tools. */
  readonly list: number;
}

const mock = createMock({ scenario: newsroom });

/** A server whose application has sent what the task says. */
export async function serveTask({ before = [] }: Task): Promise<string> {
  const server = createServer(mock.fork(), { port: 0 });
  await server.listen();
  onTestFinished(() => server.close());
  for (const [method, path, token] of before) {
    await fetch(server.url + path, { method, headers: { authorization: `Bearer ${token}` } });
  }
  return server.url;
}

/** Solves a task with the tools. */
export async function solveTask(task: Task): Promise<Solved> {
  const url = await serveTask(task);
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { 'x-mock-session': 'assistant' } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/__mock/mcp`), { requestInit }));
  onTestFinished(() => client.close());
  const calls: { name: string; input: object; text: string }[] = [];
  const isSolved = await task.solve(async (name, input) => {
    const { content, structuredContent } = await client.callTool({ name, arguments: input });
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    calls.push({ name, input, text });
    return { text, at: (path: string) => textAt(structuredContent, path) };
  });
  const { tools } = await client.listTools();
  return { calls, isSolved, list: JSON.stringify(tools).length };
}

/** A part of data, by the names and places that lead to it. */
function textAt(data: unknown, path: string): string {
  const part = path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], data);
  return typeof part === 'string' ? part : JSON.stringify(part);
}
