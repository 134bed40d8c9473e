import type { SimpleFaker } from './faker.js';
import type { Circumstances } from './stories/slots.js';
import type { Desk, Story } from './stories/story.js';
import { tell } from './stories/tell.js';
import { fold } from './text.js';

export interface Assignment {
  readonly desk: Desk;
  readonly story: Story;
}

/** What the articles of a document have in common; see {@link Circumstances}. */
export type Paper = Pick<Circumstances, 'date' | 'leads'>;

/**
 * The `n`th article of a brief that goes round and round its stories: none occurs twice in a document, and each comes
 * back with another word in its title.
 */
export function write(round: readonly Assignment[], n: number, paper: Paper, faker: SimpleFaker) {
  const place = n % round.length;
  const { desk, story } = round[place] as Assignment;
  const turn = Math.floor(n / round.length) + place * 7;
  const { title, snippet } = tell(story, { ...paper, words: desk.words, turn, faker });
  const gid = fold(title, '_');
  return {
    gid,
    category: faker.number.int(99) < 6 ? null : story.category,
    title,
    source: sources(desk, `${paper.date.replaceAll('-', '/')}/${gid.replaceAll('_', '-')}`, faker),
    snippet,
  };
}

/** Mostly one; now and then none, or several that had the story. */
function sources(desk: Desk, path: string, faker: SimpleFaker) {
  const count = faker.helpers.arrayElement(SOURCES);
  const names = faker.helpers.arrayElements(desk.outlets.split(', '), count);
  return names.map((name) => ({ name, link: `https://${fold(name, '')}.example/${path}` }));
}

const SOURCES = [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3];
