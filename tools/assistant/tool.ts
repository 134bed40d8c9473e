import * as z from 'zod/v4';
import type { MockClient, ToolData } from './mock-client.js';

/** A tool, whose handler calls routes of the mock: a route that refuses a caller refuses the tool. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: z.ZodObject;
  /** `reads` changes nothing; `writes` adds or changes; `destroys` can lose what was there. */
  readonly effect: 'reads' | 'writes' | 'destroys';
  /** How to find the names that there are. Added to the message that something does not exist. */
  readonly lookUp?: string;
  readonly handle: (input: z.infer<Input>, api: MockClient) => Promise<ToolData>;
}

/** Defines a tool with the types of its input. */
export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool;
}

/** The result of a tool that answers what a route does. */
export const answer = z.looseObject({});

/** A page of a list. `next` is there if there are more items. */
export const page = z.looseObject({ data: z.array(z.unknown()), total: z.int(), next: z.int().optional() });

/** A result that is in `data` alone. */
export const single = z.looseObject({ data: z.unknown() });
