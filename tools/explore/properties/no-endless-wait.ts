import { type Look, waitingTexts } from '../look.js';
import type { Property } from '../property.js';
import { quoted } from '../written/code.js';

/** Longer than what libraries wait until they try again. */
const LONG = 40;

function assertionOf(text: string, look: Look): string[] {
  if (text.startsWith('busy: ')) return [`await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);`];
  const isBar = look.lines.some((line) => line.role === 'progressbar') && text === 'a progress bar';
  return [`await expect(page.${isBar ? `getByRole('progressbar')` : `getByText(${quoted(text)})`}).toHaveCount(0);`];
}

export const noEndlessWait: Property = {
  name: 'no-endless-wait',
  title: 'Nothing waits for ever',
  async check({ isAtRest, look, later }) {
    const waits = isAtRest ? waitingTexts(look) : [];
    if (waits.length === 0) return [];
    const still = waitingTexts(await later(LONG));
    return waits
      .filter((text) => still.includes(text))
      .slice(0, 1)
      .map((text) => ({
        key: text.replaceAll(/\d+/g, '…'),
        sentence: `every answer has been sent, and the page still waits (${text})`,
        assertion: assertionOf(text, look),
      }));
  },
};
