/** A statement of a specification, as listed in docs/reference/coverage.md. */
export interface Statement {
  readonly id: string;
  readonly text: string;
  /** What shows it: ids of decisions that tests name, and parts of titles in files below test/. */
  readonly decisions: readonly string[];
  readonly titles: readonly { readonly file: string; readonly part: string }[];
}

/** A row of docs/reference/unspecified-behavior.md. */
export interface Decision {
  readonly id: string;
  /** The key of its switch, if it has one, with the values in the row and the default. */
  readonly switch: { readonly key: string; readonly values: readonly string[]; readonly standard: string } | undefined;
}

const STATEMENT_ID = /^[A-Z]+-[A-Z]\d+$/;
const DECISION_ID = /^[A-Z]\d+$/;

/** @throws if the column "shown by" contains anything but ids and files with parts of titles. */
export function readStatements(markdown: string): Statement[] {
  return rowsOf(markdown)
    .filter(([id = '']) => STATEMENT_ID.test(id))
    .map(([id = '', text = '', shownBy = '']) => {
      const titles = [...shownBy.matchAll(/`([^`]+)`: "([^"]+)"/g)];
      const others = shownBy.replaceAll(/`[^`]+`: "[^"]+"/g, '');
      const ofCases = [...others.matchAll(/`([^`]+)`/g)];
      const decisions = others
        .replaceAll(/`[^`]+`/g, '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
      const strange = decisions.filter((part) => !DECISION_ID.test(part));
      if (strange.length > 0) throw new Error(`${id}: cannot read ${strange.join(', ')} in "shown by"`);
      return {
        id,
        text,
        decisions,
        titles: [
          ...titles.map(([, file = '', part = '']) => ({ file, part })),
          ...ofCases.map(([, part = '']) => ({ file: 'conform/cases', part })),
        ],
      };
    });
}

export function readDecisions(markdown: string): Decision[] {
  return rowsOf(markdown)
    .filter(([id = '']) => DECISION_ID.test(id))
    .map(([id = '', , , cell = '']) => ({ id, switch: switchOf(cell) }));
}

/** Parses `behavior.key`: `'a'` (default), `'b'`. The values are returned as JSON. */
function switchOf(cell: string): Decision['switch'] {
  const key = /`behavior\.(\w+)`/.exec(cell)?.[1];
  if (key === undefined) return undefined;
  const values = [...cell.matchAll(/`([^`]+)`( \(default\))?/g)].slice(1);
  const jsonOf = (code = '') => code.replaceAll("'", '"');
  const standard = values.find(([, , isStandard]) => isStandard !== undefined);
  return { key, values: values.map(([, code]) => jsonOf(code)), standard: jsonOf(standard?.[1]) };
}

/** The cells of every row of every table. */
function rowsOf(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split('|')
        .map((cell) => cell.trim()),
    );
}
