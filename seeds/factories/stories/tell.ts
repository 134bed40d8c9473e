import type { SimpleFaker } from '../faker.js';
import { capitalise, escapeHtml } from '../text.js';
import { type Circumstances, Slots } from './slots.js';
import type { Story } from './story.js';

export interface Told {
  readonly title: string;
  readonly snippet: string;
}

/** The text of a story under the circumstances of one article: its title, and the lead with up to two sentences. */
export function tell(story: Story, circumstances: Circumstances): Told {
  const slots = new Slots(circumstances);
  const title = capitalise(slots.fill(story.title));
  const sentences = [story.lead, ...further(story, circumstances.faker)];
  return { title, snippet: sentences.map((sentence) => capitalise(slots.fill(sentence, escapeHtml))).join(' ') };
}

function further(story: Story, faker: SimpleFaker): readonly string[] {
  return faker.helpers.arrayElements(story.more, faker.helpers.arrayElement(FURTHER));
}

const FURTHER = [0, 0, 1, 1, 1, 1, 1, 2, 2, 2];
