import type { SimpleFaker } from './faker.js';
import type { Paper } from './stories/slots.js';
import type { Desk, Story } from './stories/story.js';
import { tell } from './stories/tell.js';
import { wordsOf } from './text.js';

export interface Assignment {
  readonly desk: Desk;
  readonly story: Story;
}

/**
 * The `n`th article of a brief. A brief cycles through its stories, so no story occurs twice in a document. Each time a story
 * recurs, its title contains another word.
 */
export function write(round: readonly Assignment[], n: number, paper: Paper, position: number, faker: SimpleFaker) {
  const place = n % round.length;
  const { desk, story } = round[place] as Assignment;
  const turn = Math.floor(n / round.length) + place * 7;
  const { title, snippet } = tell(story, { paper, words: desk.words, turn, faker });
  const titleWords = wordsOf(title);
  return {
    gid: titleWords.join('_'),
    brief_gid: paper.gid,
    position,
    category: faker.number.int(99) < 6 ? null : story.category,
    title,
    source: sources(desk, paper, titleWords, faker),
    snippet,
  };
}

/** The sources of an article: usually one, sometimes none or several. */
function sources({ outlets }: Desk, { path, texts }: Paper, titleWords: readonly string[], faker: SimpleFaker) {
  const count = faker.helpers.arrayElement(SOURCES);
  const page = `${path}/${titleWords.join('-')}`;
  return faker.helpers
    .arrayElements(texts.outlets(outlets), count)
    .map(({ name, site }) => ({ name, link: `${site}/${page}` }));
}

const SOURCES = [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3];
