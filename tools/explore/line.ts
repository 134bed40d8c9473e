import type { Explained, RecordTexts } from './records.js';

/** One element of an accessibility tree, without what is below it. Its name is what the records explain. */
export interface Line extends Explained {
  /** Its role; `text` for a text of its own. */
  readonly role: string;
  /** The accessible name, or the text of an element that has no name. */
  readonly name: string;
  /** Such as `disabled`, `pressed`, `level=2`. */
  readonly states: readonly string[];
  /** What a field contains, or what an element without elements says. */
  readonly value: string;
  /** The roles of the elements around it, the outermost first. */
  readonly path: readonly string[];
  /** How many lines of the same role and name come before it. */
  readonly place: number;
}

const LINE = /^([\w-]+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]*\])*)(?:: ?(.*)|:)?$/s;

/** Whether people type into elements of the role. */
export const isField = ({ role }: Pick<Line, 'role'>) => ['textbox', 'searchbox', 'spinbutton'].includes(role);

/** The lines of what Playwright's `ariaSnapshot` returns. */
export function linesOf(tree: string, records: RecordTexts): Line[] {
  const lines: Line[] = [];
  const open: { indent: number; role: string }[] = [];
  const seen = new Map<string, number>();
  for (const row of tree.split('\n')) {
    const indent = row.search(/\S/);
    if (indent < 0 || !row.startsWith('- ', indent)) continue;
    const parts = LINE.exec(plain(row.slice(indent + 2)));
    if (parts === null) continue; // such as `- /url: …`
    const [, role = '', quotedName = '', attributes = '', after = ''] = parts;
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent) open.pop();
    const path = open.map((one) => one.role);
    open.push({ indent, role });
    const name = quotedName.replaceAll(/\\(.)/g, '$1');
    const states = [...attributes.matchAll(/\[([^\]]*)\]/g)].map(([, state = '']) => state);
    const key = `${role} ${name}`;
    const place = seen.get(key) ?? 0;
    seen.set(key, place + 1);
    // Which element has the focus is not what a page says.
    const lasting = states.filter((state) => state !== 'active');
    lines.push({ role, name, states: lasting, value: unquoted(after), path, place, ...records.explain(name) });
  }
  return lines;
}

/** A row of the tree without the quotes of YAML around it. */
function plain(row: string): string {
  const quoted = /^'((?:[^']|'')*)'(:?.*)$/s.exec(row);
  return quoted === null ? row : `${(quoted[1] ?? '').replaceAll("''", "'")}${quoted[2] ?? ''}`;
}

function unquoted(value: string): string {
  if (value.startsWith('"') && value.endsWith('"') && value.length > 1)
    return value.slice(1, -1).replaceAll(/\\(.)/g, '$1');
  return value;
}

/** A line for people and for comparing. */
export function textOf({ role, name, states, value }: Line): string {
  const parts = [role, name === '' ? '' : `"${name}"`, ...states.map((state) => `[${state}]`)].filter(Boolean);
  return value === '' ? parts.join(' ') : `${parts.join(' ')}: ${value}`;
}

/** The lines of `of` that are not among `others`, each as often as it is missing there. */
export function without(of: readonly Line[], others: readonly Line[]): Line[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(textOf(line), (counts.get(textOf(line)) ?? 0) + 1);
  return of.filter((line) => {
    const count = counts.get(textOf(line)) ?? 0;
    counts.set(textOf(line), count - 1);
    return count <= 0;
  });
}

/** Whether a line says something rather than showing data: messages come and go. */
export function isMessage({ role, path }: Line): boolean {
  return [role, ...path].some((one) => ['alert', 'status', 'log', 'timer', 'tooltip', 'alertdialog'].includes(one));
}

/** How often lines contain a line. */
export const timesIn = (lines: readonly Line[], line: Line) =>
  lines.filter((one) => textOf(one) === textOf(line)).length;

/** What a line shows: its name, or the text in it. */
export const shown = ({ name, value }: Line) => (name === '' ? value : name);
