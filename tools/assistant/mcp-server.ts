import { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import type { MockClient } from './mock-client.js';
import { addPrompts } from './prompts.js';
import { addResources, resultUri } from './resources.js';
import { textOf } from './text.js';
import type { Tool } from './tool.js';
import { parseInput, run, toolNamed, tools } from './tools.js';

const instructions =
  'A mock of the brief, user-data and user-preference APIs. You work in a session of your own, which others do not see. ' +
  'To try a change: fork, write in the fork, send the request again, compare with changes, drop the fork. ' +
  'Pass "default" as `session` to look at what an application has sent without naming a session.';

/** What the server has stays as it is. Otherwise the library announces changes. */
const capabilities = {
  tools: { listChanged: false },
  resources: { listChanged: false },
  prompts: { listChanged: false },
};

/** Adds something to a server: tools, resources or prompts. */
export type ServerPart = (server: McpServer, api: MockClient) => void;

export interface McpOptions {
  readonly version: string;
  /** A short list of tools: one tool that runs the others, whose descriptions read_docs and `use` tell. */
  readonly slim?: boolean | undefined;
  /** What the server offers. Default: all of it. */
  readonly parts?: readonly ServerPart[];
}

/** A server of the Model Context Protocol. */
export function mcpServer(api: MockClient, { version, slim = false, parts }: McpOptions): McpServer {
  const server = new McpServer({ name: 'briefs-mock', version }, { instructions, capabilities });
  for (const add of parts ?? [toolsPart(slim ? [useTool] : tools), addResources, addPrompts]) add(server, api);
  return server;
}

/** Adds a list of tools. */
export function toolsPart(list: readonly Tool[]): ServerPart {
  return (server, api) => {
    for (const tool of list) {
      const { name, title, description, input, output, effect } = tool;
      const annotations = {
        readOnlyHint: effect === 'reads',
        destructiveHint: effect === 'destroys',
        openWorldHint: false,
      };
      const described = { title, description, inputSchema: input, outputSchema: output, annotations };
      server.registerTool(name, described, async (given, { mcpReq }) => {
        const data = await run(tool, given, api.forUse(mcpReq.signal));
        const whole = resultUri(tool, given) ?? 'the structured result';
        return { content: [{ type: 'text', text: textOf(data, whole) }], structuredContent: { ...data } };
      });
    }
  };
}

/** The one tool of the short list. */
const useTool: Tool = {
  name: 'use',
  title: 'Use a tool of the mock',
  description: `Runs a tool with its input. Without input it answers what the tool takes. Tools: ${tools.map(({ name }) => name).join(', ')}.`,
  input: z.strictObject({ tool: z.string(), input: z.record(z.string(), z.unknown()).optional() }),
  output: z.looseObject({}),
  effect: 'destroys',
  handle: async ({ tool: name, input }, api) => {
    const tool = toolNamed(`${name}`);
    if (input === undefined)
      return { description: tool.description, input: z.toJSONSchema(tool.input, { io: 'input' }) };
    return run(tool, parseInput(tool, input), api);
  },
};
