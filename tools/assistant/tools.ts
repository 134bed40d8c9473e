import { malformed } from '../../src/foundation/mock-error.js';
import { docsTools } from './docs-tools.js';
import { CallRefused, type MockClient, type ToolData } from './mock-client.js';
import { requestTools } from './request-tools.js';
import { stateTools } from './state-tools.js';
import { timeTools } from './time-tools.js';
import type { Tool } from './tool.js';

/** All tools. */
export const tools: readonly Tool[] = [...requestTools, ...stateTools, ...timeTools, ...docsTools];

/** Runs a tool with validated input. @throws Error that says what to do */
export async function run({ handle, lookUp }: Tool, input: object, api: MockClient): Promise<ToolData> {
  try {
    // Fields without a value are not part of JSON.
    return JSON.parse(JSON.stringify(await handle(input as never, api)));
  } catch (error) {
    if (!(error instanceof CallRefused) || !error.isMissing || lookUp === undefined) throw error;
    throw new CallRefused(`${error.message.replace(/[^?.]$/, '$&;')} ${lookUp}`, error);
  }
}

/** @throws MockError with the names that there are */
export function toolNamed(name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool !== undefined) return tool;
  throw malformed(`there is no tool ${name}; the tools are ${tools.map((one) => one.name).join(', ')}`);
}

/** @throws MockError that says what is wrong with the input */
export function parseInput(tool: Tool, input: unknown): never {
  const parsed = tool.input.safeParse(input);
  if (parsed.success) return parsed.data as never;
  const issues = parsed.error.issues.map(({ path, message }) => `\n- ${path.join('.') || 'input'}: ${message}`);
  throw malformed(`the input of ${tool.name} is not valid:${issues.join('')}`);
}
