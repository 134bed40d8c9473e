import { isField, type Line, linesOf, shown, textOf } from './line.js';
import type { PageFacts } from './page-script.js';
import type { RecordTexts } from './records.js';

/** What a page shows at a moment. */
export interface Look extends PageFacts {
  readonly lines: readonly Line[];
  /** The text of all lines. */
  readonly text: string;
  /** What kind of page it is: its lines without the data in them. */
  readonly shape: string;
}

export function lookOf(tree: string, facts: PageFacts, records: RecordTexts): Look {
  const lines = linesOf(tree, records);
  return { ...facts, lines, text: lines.map(textOf).join('\n'), shape: shapeOf(lines) };
}

/** The address without the origin. */
export function addressOf({ url }: Pick<Look, 'url'>): string {
  const { pathname, search, hash } = new URL(url);
  return `${pathname}${search}${hash}`;
}

function shapeOf(lines: readonly Line[]): string {
  const kinds = lines.map(({ role, path, states, kind }) => {
    const isData = path.some((one) => ['listitem', 'row', 'option'].includes(one)) || role === 'option';
    const lasting = states.filter((state) => !state.startsWith('level')).join(' ');
    return `${path.join('/')}/${role} ${lasting} ${isData || role === 'heading' ? '' : kind}`;
  });
  return [...new Set(kinds)].join('\n');
}

/** What has been typed and not sent. */
export function draftsOf({ lines }: Look): string {
  return lines
    .filter((line) => isField(line) && line.value !== '')
    .map((line) => `${line.name}=${line.value}`)
    .join('\n');
}

/** What a page says while it works: `Loading…`, `Saving…`. */
export function waitingTexts({ lines, busy }: Look): string[] {
  const texts = lines
    .filter(({ role }) => ['status', 'text', 'paragraph', 'alert', 'progressbar'].includes(role))
    .filter(
      (line) =>
        line.role === 'progressbar' ||
        /(^|\b)(load|sav|send|delet|updat|process|wait|work|fetch)\w*\b.*(…|\.\.\.)$/i.test(shown(line)),
    )
    .map((line) => shown(line) || 'a progress bar');
  return [...texts, ...busy.map((name) => `busy: ${name}`)];
}
