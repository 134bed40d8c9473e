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
  { json = false, ...flags }: ToolFlags,
): Promise<void> {
  const { text, data } = name === undefined ? listed() : await used(name, input, flags);
  if (json) process.stdout.write(`${JSON.stringify(data)}\n`);
  else print(text);
}

function listed() {
  const data = tools.map(({ name, description }) => ({ name, description }));
  return { text: data.map(({ name, description }) => `${name.padEnd(17)}${description}`).join('\n'), data };
}

async function used(name: string, input: string | undefined, { session = 'shell', ...flags }: Omit<ToolFlags, 'json'>) {
  return useTool(name, inputOf(input), { ...(await mockOf(flags)), own: session });
}

function inputOf(text = '{}'): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(`The input must be a JSON object, such as '{"table": "brief"}': ${(error as Error).message}`);
  }
}
