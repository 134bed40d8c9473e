import type { ScenarioContext } from '../../src/scenario/scenario-context.js';
import { dayOf, secondsAt } from './calendar.js';
import type { Document } from './documents.js';

/** Functions that create the bookmarks and reactions of readers. */
export function markers({ data, now }: ScenarioContext) {
  const latest = Math.floor(now.getTime() / 1000);
  return {
    /** Bookmarks a document or one of its articles, `minute` minutes after six on the day of publication. */
    bookmark(email: string, { slug, gid, date }: Document, minute: number, article_gid: string | null = null): void {
      // A bookmark must not be in the future.
      const created_on = Math.min(secondsAt(date, 6, minute), latest);
      data.bookmark.create({ email, brief_slug: slug, brief_gid: gid, article_gid, created_on });
    },
    react(email: string, { gid }: Document, article_gid: string, liked: boolean): void {
      data.reaction.create({ email, brief_gid: gid, article_gid, liked });
    },
  };
}

/** The published documents. */
export function publishedOf(documents: readonly Document[], now: Date): Document[] {
  return documents.filter(({ date }) => date <= dayOf(now));
}
