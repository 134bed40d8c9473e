import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCompiler } from '../support/compile.js';
import type { Block } from './blocks.js';
import { Copy } from './copy.js';

/** Options for programs of readers, who may use JavaScript, and strict mode without most of the options beyond it. */
const options = {
  allowJs: true,
  checkJs: true,
  moduleDetection: 'force',
  exactOptionalPropertyTypes: false,
  verbatimModuleSyntax: false,
};

/**
 * Compiles programs, as if they were in the folder of their document, and files of this project in strict mode.
 * @param msw - the installed package that is `msw` for them
 * @returns the errors of the compiler in them, with the lines of the documents
 */
export async function compile(blocks: readonly Block[], files: readonly string[], msw: string): Promise<string[]> {
  const copy = new Copy({ msw });
  try {
    leaveUnchecked(copy, files);
    for (const block of blocks) {
      const path = join(copy.folder, fileOf(block));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, programOf(block));
    }
    const include = [...blocks.map(fileOf), ...files];
    const project = { extends: './tsconfig.json', compilerOptions: options, include };
    writeFileSync(join(copy.folder, 'tsconfig.programs.json'), JSON.stringify(project));
    const lines = (await runCompiler(copy.folder, '--project', 'tsconfig.programs.json')).split('\n');
    // The files that these import are written for other options.
    return lines.filter((line) => include.includes(line.split('(', 1)[0] ?? ''));
  } finally {
    copy.remove();
  }
}

/** What the programs import of this project. */
const sources = ['src', 'handlers', 'helpers', 'seeds', 'tools', 'console'];

/** Leaves the sources to `npm run check:types`, except some files. The compiler takes a third of the time without them. */
function leaveUnchecked({ folder }: Copy, except: readonly string[]): void {
  for (const source of sources) {
    for (const name of readdirSync(join(folder, source), { recursive: true, encoding: 'utf8' })) {
      const path = join(source, name);
      if (!/\.tsx?$/.test(name) || except.includes(path)) continue;
      const file = join(folder, path);
      writeFileSync(file, `// @ts-nocheck\n${readFileSync(file, 'utf8')}`);
    }
  }
}

/** The path of a program. Those of a document share a folder, so they can import each other. */
function fileOf({ document, line, language, code }: Block): string {
  // A program that other programs import has its file name in a comment on the first line.
  const [, name = `${line}.${extensionOf(language)}`] = /^\/\/ ([\w.-]+\.\w+)\n/.exec(code) ?? [];
  return join(`${document}.programs`, name);
}

const extensionOf = (language: string) => ({ js: 'mjs', ts: 'mts', tsx: 'tsx' })[language] ?? language;

/** Declarations in front of a program without imports, which is part of a test file. */
const AROUND = "import { createMock, type Mock } from 'briefs-mock'; declare const mock: Mock;";

/** The text of a program. Every line has the same line number as in the document. */
function programOf({ line, code }: Block): string {
  const isWhole = /^(import|export) /m.test(code);
  return `${isWhole ? '' : AROUND}${'\n'.repeat(line - 1)}${code}`;
}
