import type { ListedChapter } from 'briefs-mock';
import type { ChapterList } from '../../src/control/chapters.js';

/** Where a story is, and the chapters around. */
export interface StoryPlace {
  readonly here: ListedChapter | undefined;
  readonly back: ListedChapter | undefined;
  readonly next: ListedChapter | undefined;
  /** The present chapter, such as `2. New colleague`. */
  readonly title: string;
  /** The number of chapters. */
  readonly length: number;
}

/** The story of a scenario; undefined if it has no chapters. */
export function storyOf({ chapters, current }: ChapterList): StoryPlace | undefined {
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
