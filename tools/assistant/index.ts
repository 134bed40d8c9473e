/**
 * The mock at an assistant's hand: tools over the Model Context Protocol. Built as a file of its own, which only its commands and
 * its route load.
 * @module
 */
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type McpOptions, mcpServer } from './mcp-server.js';
import { type MockAccess, MockClient, type ToolData } from './mock-client.js';
import { textOf } from './text.js';
import { parseInput, run, toolNamed } from './tools.js';

export { skill } from './docs.js';
export type { MockAccess } from './mock-client.js';
export { answerAssistant } from './over-http.js';
export { tools } from './tools.js';

/** Serves the tools over standard input and output, until the input ends. */
export async function serveAssistant(access: MockAccess, options: McpOptions): Promise<void> {
  const api = new MockClient(access);
  const ended = new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve));
  serveStdio(() => mcpServer(api, options), { transport: new StdioServerTransport() });
  await ended;
  await api.end();
}

/** Runs one tool. @throws Error if the tool, the input or the call is refused */
export async function useTool(
  name: string,
  input: unknown,
  access: MockAccess,
): Promise<{ text: string; data: ToolData }> {
  const tool = toolNamed(name);
  const data = await run(tool, parseInput(tool, input), new MockClient(access));
  return { text: textOf(data, 'use --json'), data };
}
