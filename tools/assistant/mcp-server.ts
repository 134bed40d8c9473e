import { McpServer } from '@modelcontextprotocol/server';
import type { MockClient } from './mock-client.js';
import { requestTools } from './request-tools.js';
import { stateTools } from './state-tools.js';
import { textOf } from './text.js';
import { timeTools } from './time-tools.js';

const tools = [...requestTools, ...stateTools, ...timeTools];

const instructions =
  'A mock of the brief, user-data and user-preference APIs. You work in a session of your own, which others do not see. ' +
  'To try a change: fork, write in the fork, send the request again, compare with changes, drop the fork. ' +
  'Pass "default" as `session` to look at what an application has sent without naming a session.';

/** A server of the Model Context Protocol with the tools. */
export function mcpServer(api: MockClient, version: string): McpServer {
  const server = new McpServer({ name: 'briefs-mock', version }, { instructions });
  for (const { name, title, description, input, effect, handle } of tools) {
    const annotations = {
      readOnlyHint: effect === 'reads',
      destructiveHint: effect === 'destroys',
      openWorldHint: false,
    };
    server.registerTool(name, { title, description, inputSchema: input, annotations }, async (given) => {
      const result = await handle(given, api);
      return { content: [{ type: 'text', text: textOf(result) }], structuredContent: { ...result } };
    });
  }
  return server;
}
