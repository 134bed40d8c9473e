import { tools, useTool } from '../../../tools/assistant/index.js';
import { malformed } from '../../foundation/mock-error.js';
import { type AssistantFlags, mockOf } from '../assistant-mock.js';
import type { FlagsOf } from '../flags.js';
import { print } from '../output.js';

type ToolFlags = AssistantFlags & FlagsOf<'tool'>;

/** Runs a tool of the assistants once, or lists the tools. */
export async function tool(
  name: string | undefined,
  input: string | undefined,
  { session, json = false, ...flags }: ToolFlags,
): Promise<void> {
  if (name === undefined) {
    for (const { name: one, description } of tools) print(`${one.padEnd(17)}${description}`);
    return;
  }
  const access = await mockOf(flags);
  const { text, data } = await useTool(name, inputOf(input), { ...access, own: session ?? 'shell' });
  if (json) process.stdout.write(`${JSON.stringify(data)}\n`);
  else print(text);
}

function inputOf(text = '{}'): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(`The input must be a JSON object, such as '{"table": "brief"}': ${(error as Error).message}`);
  }
}
