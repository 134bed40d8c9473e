import { escapeHtml } from '../text.js';
import { type Circumstances, Slots } from './slots.js';
import type { Story } from './story.js';

export interface StoryText {
  readonly title: string;
  readonly snippet: string;
}

/** Writes a story for one article: the title, and a snippet of the lead and up to two more sentences. */
export function tell({ title, lead, more }: Story, circumstances: Circumstances): StoryText {
  const { paper, faker } = circumstances;
  const slots = new Slots(circumstances);
  const fill = (text: string, encode?: (value: string) => string) => slots.fill(paper.texts.template(text), encode);
  const headline = fill(title);
  const further = faker.helpers.arrayElements(more, faker.helpers.arrayElement(FURTHER));
  let snippet = fill(lead, escapeHtml);
  for (const sentence of further) snippet += ` ${fill(sentence, escapeHtml)}`;
  return { title: headline, snippet };
}

const FURTHER = [0, 0, 1, 1, 1, 1, 1, 2, 2, 2];
