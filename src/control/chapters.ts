import * as z from 'zod/mini';
import { listedChapter, MockChapters } from '../session/chapters.js';
import { defineControlRoute } from './control-route.js';

const response = z.strictObject({
  chapters: z.array(listedChapter),
  /** The name of the last chapter whose time has come by the clock. */
  current: z.nullable(z.string()),
});
export type ChapterList = z.output<typeof response>;

const answerOf = (chapters: MockChapters) => ({ chapters: chapters.list(), current: chapters.current });

const listChapters = defineControlRoute({
  method: 'GET',
  path: '/__mock/chapters',
  summary: 'List the chapters of the scenario, in the order of their times',
  description: '`current` is the name of the last chapter whose time has come by the clock; null before the first.',
  response,
  handle: (_, { session }) => answerOf(new MockChapters(session)),
});

const goToChapter = defineControlRoute({
  method: 'POST',
  path: '/__mock/chapters/:name',
  summary: 'Go to a chapter of the scenario',
  description:
    'The state becomes that of the scenario at the time of the chapter. Fault rules and journal are cleared, as by a reset.',
  params: { name: z.string() },
  example: ({ chapter: name }) => (name === undefined ? undefined : { params: { name } }),
  response,
  failures: ['not_found'],
  broadcast: true,
  handle: ({ params }, { session }) => {
    const chapters = new MockChapters(session);
    chapters.go(params.name);
    return answerOf(chapters);
  },
});

export const chapterRoutes = [listChapters, goToChapter];
