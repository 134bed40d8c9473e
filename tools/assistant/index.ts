/**
 * The mock at an assistant's hand: tools over the Model Context Protocol. Built as a file of its own, which only its commands and
 * its route load.
 * @module
 */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type McpOptions, mcpServer } from './mcp-server.js';
import { type MockAccess, MockClient, type SendToMock, type ToolData } from './mock-client.js';
import { Stdio } from './stdio.js';
import { textOf } from './text.js';
import { parseInput, run, toolNamed } from './tools.js';

export { skill } from './docs.js';
export type { MockAccess } from './mock-client.js';
export { answerAssistant } from './over-http.js';
export { tools } from './tools.js';

/** How long the end of the session may take. */
const MAX_END_MS = 2_000;

/** Serves the tools over standard input and output, until the input has ended and what it asked is answered. */
export async function serveAssistant(access: MockAccess, options: McpOptions): Promise<void> {
  const { send, stop } = stoppable(access.send);
  const api = new MockClient({ ...access, send });
  const transport = new Stdio();
  serveStdio(() => mcpServer(api, options), { transport });
  await transport.closed;
  // A server that does not answer must not keep the command running.
  const timer = setTimeout(stop, MAX_END_MS);
  await api.end();
  clearTimeout(timer);
  stop();
}

/** Sends calls, and stops those that are not answered yet. */
function stoppable(send: SendToMock): { send: SendToMock; stop: () => void } {
  // One for each call: what listens to a signal that all of them share is not always removed.
  const open = new Set<AbortController>();
  return {
    send: async (path, init) => {
      const call = new AbortController();
      open.add(call);
      try {
        const signal = AbortSignal.any([call.signal, init.signal ?? []].flat());
        return await send(path, { ...init, signal });
      } finally {
        open.delete(call);
      }
    },
    stop: () => {
      for (const call of open) call.abort();
    },
  };
}

/** Runs one tool. @throws MockError for an unknown tool or invalid input, Error if the mock refuses the call */
export async function useTool(
  name: string,
  input: unknown,
  access: MockAccess,
): Promise<{ text: string; data: ToolData }> {
  const tool = toolNamed(name);
  const data = await run(tool, parseInput(tool, input), new MockClient(access));
  return { text: textOf(data, 'use --json'), data };
}
