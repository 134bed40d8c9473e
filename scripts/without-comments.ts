import { readFileSync, writeFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** Comments that bundlers read, such as `@__PURE__`. */
const ANNOTATION = /[@#]__\w+__/;

/** Removes the comments of a built module, for the size of the package. The type declarations have those that users read. */
export function removeComments(path: string): void {
  const code = readFileSync(path, 'utf8');
  let kept = '';
  let end = 0;
  for (const comment of parseSync(path, code).comments) {
    if (ANNOTATION.test(comment.value)) continue;
    const before = code.slice(end, comment.start);
    // A comment on lines of its own goes with its indentation and its last line break.
    kept += code[comment.end] === '\n' ? before.replace(/\n[ \t]*$/, '') : before;
    end = comment.end;
  }
  writeFileSync(path, kept + code.slice(end));
}
