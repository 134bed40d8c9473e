import type { ChapterList } from '../../src/control/chapters.js';

/** Where a story is, and the chapters around. */
export type StoryPlace = NonNullable<ReturnType<typeof storyOf>>;

/**
 * The story of a scenario: its present chapter, with a title such as `2. New colleague`, and the number of chapters. Undefined if the
 * scenario has no chapters.
 */
export function storyOf({ chapters, current }: ChapterList) {
  if (chapters.length === 0) return undefined;
  const place = chapters.findIndex(({ name }) => name === current);
  const here = chapters[place];
  return {
    here,
    back: chapters[place - 1],
    next: chapters[place + 1],
    title: here === undefined ? 'Before the first chapter' : `${place + 1}. ${here.title}`,
    length: chapters.length,
  };
}
