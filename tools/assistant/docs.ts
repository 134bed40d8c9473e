import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { malformed } from '../../src/foundation/mock-error.js';

/** A part of a page of the documentation, below one heading. */
interface Passage {
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

const SECTIONS = ['tutorials', 'how-to', 'reference'];

/** The folder of the documentation: above the built file, above the sources, or beside the code in an executable. */
function docsFolder(): string {
  const candidates = ['../docs', '../../docs', './docs'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return candidates.find((path) => existsSync(join(path, 'reference'))) ?? (candidates[0] as string);
}

/** The paths of the pages of the documentation, such as `reference/faults`. */
export function docPages(): string[] {
  return SECTIONS.flatMap((section) => {
    const files = readdirSync(join(docsFolder(), section)).filter((file) => file.endsWith('.md'));
    return files.sort().map((file) => `${section}/${basename(file, '.md')}`);
  });
}

/** The text of a page. @throws MockError if there is no such page */
export function docPage(page: string): string {
  const pages = docPages();
  if (!pages.includes(page)) throw malformed(`there is no page ${page}; the pages are ${pages.join(', ')}`);
  return readFileSync(join(docsFolder(), `${page}.md`), 'utf8');
}

/** The heading of a page. */
export function titleOf(page: string): string {
  return docPage(page).split('\n', 1).join('').replace(/^# /, '');
}

/** The skill for assistants that have a shell. */
export function skill(): string {
  return readFileSync(join(docsFolder(), 'skill/SKILL.md'), 'utf8');
}

/** The passages that contain most of the words, the best first. */
export function findPassages(search: string): Passage[] {
  const words = search.toLowerCase().match(/[\w-]{2,}/g) ?? [];
  const ranked = docPages().flatMap((page) =>
    passagesOf(page).map((passage) => {
      const heading = passage.heading.toLowerCase();
      const text = passage.text.toLowerCase();
      const points = words.map((word) => (heading.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0));
      return { passage, points: points.reduce<number>((sum, point) => sum + point, 0) };
    }),
  );
  const found = ranked.filter(({ points }) => points > 0);
  return found.sort((a, b) => b.points - a.points).map(({ passage }) => passage);
}

function passagesOf(page: string): Passage[] {
  return docPage(page)
    .split(/^(?=#{1,3} )/m)
    .map((part) => {
      const [first = '', ...rest] = part.split('\n');
      return { page, heading: first.replace(/^#+ /, ''), text: rest.join('\n').trim() };
    });
}
