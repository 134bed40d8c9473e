import { docsTools } from './docs-tools.js';
import type { MockClient, ToolData } from './mock-client.js';
import { requestTools } from './request-tools.js';
import { stateTools } from './state-tools.js';
import { textOf } from './text.js';
import { timeTools } from './time-tools.js';
import type { Tool } from './tool.js';

/** All tools. */
export const tools: readonly Tool[] = [...requestTools, ...stateTools, ...timeTools, ...docsTools];

/** Runs a tool with validated input. */
export async function run(tool: Tool, input: object, api: MockClient): Promise<{ text: string; data: ToolData }> {
  // Fields without a value are not part of JSON.
  const data = JSON.parse(JSON.stringify(await tool.handle(input as never, api))) as ToolData;
  return { text: textOf(data), data };
}
