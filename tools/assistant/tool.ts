import type * as z from 'zod/v4';
import type { MockClient, ToolData } from './mock-client.js';

/** A tool, whose handler calls routes of the mock: a route that refuses a caller refuses the tool. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** `reads` changes nothing; `writes` adds or changes; `destroys` can lose what was there. */
  readonly effect: 'reads' | 'writes' | 'destroys';
  readonly handle: (input: z.infer<Input>, api: MockClient) => Promise<ToolData>;
}

/** Defines a tool with the types of its input. */
export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool;
}
