/**
 * The mock at an assistant's hand: tools over the Model Context Protocol. Built as a file of its own, which only its command loads.
 * @module
 */
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { mcpServer } from './mcp-server.js';
import { MockClient, type SendToMock } from './mock-client.js';

interface AssistantOptions {
  readonly send: SendToMock;
  readonly controlToken?: string | undefined;
  readonly version: string;
}

/** Serves the tools over standard input and output, until the input ends. */
export async function serveAssistant({ send, controlToken, version }: AssistantOptions): Promise<void> {
  const api = new MockClient(send, controlToken);
  const ended = new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve));
  serveStdio(() => mcpServer(api, version), { transport: new StdioServerTransport() });
  await ended;
  await api.end();
}
