// Rejects phrases that a native reader stumbles over: `npm run check:lint`. A phrase that has to stay needs
// `plain-english-ignore: <why>` in the same line or the line before, as for the text of an article.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rules } from './plain-english-rules.js';

/** A phrase to write in another way. */
interface Finding {
  /** From 1. */
  readonly line: number;
  readonly found: string;
  readonly instead: string;
}

const TEXTS = /\.(?:[jt]sx?|mjs|cjs|md|txt|css|html|svg|sh|grit|ya?ml)$/;
const SKIPPED = /(?:^|\/)(?:node_modules|dist|coverage|\.git|\.cache)(?:\/|$)|^test\/snapshots\//;
const IGNORED = /plain-english-ignore: \S/;

/** What lint rejects in a text. */
export function findingsIn(text: string): Finding[] {
  if (/^.*plain-english-ignore-all: \S/.test(text)) return [];
  const lines = text.split('\n');
  // A phrase can continue in the next line of a comment. The positions stay.
  const prose = text.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/|>|#)?[ \t]*/g, (space) => ' '.repeat(space.length));
  const findings = rules.flatMap(({ pattern, instead }) =>
    [...prose.matchAll(pattern)].map((match) => {
      const line = text.slice(0, match.index).split('\n').length;
      return { line, found: match[0].trim().replaceAll(/\s+/g, ' '), instead };
    }),
  );
  const isIgnored = ({ line }: Finding) => [lines[line - 1], lines[line - 2]].some((one) => IGNORED.test(one ?? ''));
  return findings.filter((finding) => !isIgnored(finding)).sort((a, b) => a.line - b.line);
}

/** The messages about all texts below a folder, with file and line. */
export function problemsBelow(root: string): string[] {
  return textsBelow(root, '').flatMap((path) =>
    findingsIn(readFileSync(join(root, path), 'utf8')).map(
      ({ line, found, instead }) => `${path}:${line}: "${found}"; write ${instead}`,
    ),
  );
}

function textsBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (SKIPPED.test(path) || entry.isSymbolicLink()) return [];
    if (entry.isDirectory()) return textsBelow(root, path);
    return TEXTS.test(path) ? [path] : [];
  });
}
