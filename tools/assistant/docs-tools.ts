import * as z from 'zod/v4';
import { malformed } from '../../src/foundation/mock-error.js';
import { docPage, findPassages } from './docs.js';
import { offset, pageOf } from './inputs.js';
import { defineTool, page } from './tool.js';

const MAX_LINES = 12;

const readDocs = defineTool({
  name: 'read_docs',
  title: 'Read the documentation',
  description:
    'Passages of the documentation that contain words, or with `page` (such as reference/faults) the lines of a page.',
  input: z.strictObject({
    search: z.string().optional(),
    page: z.string().optional(),
    offset,
    limit: z.int().min(1).max(30).optional(),
  }),
  output: page,
  effect: 'reads',
  handle: async ({ search, page: path, offset: start, limit }) => {
    if ((search === undefined) === (path === undefined)) throw malformed('give either search or page');
    if (path !== undefined) return pageOf(docPage(path).split('\n'), start, limit ?? 30);
    const passages = findPassages(search as string).map(({ text, ...passage }) => {
      return { ...passage, text: text.split('\n').slice(0, MAX_LINES).join('\n') };
    });
    return pageOf(passages, start, limit ?? 5);
  },
});

export const docsTools = [readDocs];
