import { readFileSync, writeFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** Comments that bundlers read, such as `@__PURE__`. */
const ANNOTATION = /[@#]__\w+__/;

/**
 * Removes the comments and the indentation of a built module, for the size of the package. The type declarations have the comments
 * that users read. Lines and names stay, for stack traces.
 */
export function makeSmaller(path: string): void {
  writeFileSync(path, withoutIndentation(path, withoutComments(path, readFileSync(path, 'utf8'))));
}

function withoutComments(path: string, code: string): string {
  let kept = '';
  let end = 0;
  for (const comment of parseSync(path, code).comments) {
    if (ANNOTATION.test(comment.value)) continue;
    const before = code.slice(end, comment.start);
    // A comment on lines of its own goes with its indentation and its last line break.
    kept += code[comment.end] === '\n' ? before.replace(/\n[ \t]*$/, '') : before;
    end = comment.end;
  }
  return kept + code.slice(end);
}

function withoutIndentation(path: string, code: string): string {
  const texts = templateTexts(parseSync(path, code).program);
  return code.replace(/^[ \t]+/gm, (indentation, at: number) =>
    texts.some(({ start, end }) => start <= at && at < end) ? indentation : '',
  );
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where the texts of template literals are: all lines that are not code. */
function templateTexts(node: unknown): Range[] {
  if (typeof node !== 'object' || node === null) return [];
  if ((node as { type?: unknown }).type === 'TemplateElement') return [node as Range];
  return Object.values(node).flatMap(templateTexts);
}
