import * as z from 'zod/v4';
import { tools } from '../../tools/assistant/tools.js';
import { code, type Section, table } from './markdown.js';

/** The table of the tools for assistants. */
export const assistantTools: readonly Section[] = [
  {
    page: 'docs/reference/assistants.md',
    name: 'tools',
    text: table(
      ['tool', 'what it does', 'input', 'effect'],
      tools.map(({ name, description, input, effect }) => [
        code(name),
        description.replaceAll('|', '\\|'),
        Object.keys(z.toJSONSchema(input, { io: 'input' }).properties ?? {})
          .map(code)
          .join(', '),
        effect,
      ]),
    ),
  },
];
