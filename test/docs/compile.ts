import { join } from 'node:path';
import ts from 'typescript';
import { type Block, root } from './blocks.js';

/**
 * Compiles programs in strict mode, as if they were in the folder of their document.
 * @returns the errors of the compiler, as `document:line: message`
 */
export function compile(blocks: readonly Block[]): string[] {
  const programs = programsOf(blocks);
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, allowJs: true, checkJs: true, jsx: 'react-jsx', moduleDetection: 'force' },
    root,
  );
  // Options beyond strict mode, which a reader may not use.
  const readers = { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false, verbatimModuleSyntax: false };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile, directoryExists } = host;
  host.fileExists = (path) => programs.has(path) || fileExists(path);
  host.directoryExists = (path) => path.endsWith(FOLDER) || (directoryExists?.(path) ?? false);
  host.getSourceFile = (path, language, ...rest) => {
    const text = programs.get(path);
    return text === undefined ? getSourceFile(path, language, ...rest) : ts.createSourceFile(path, text, language);
  };
  const program = ts.createProgram([...programs.keys()], { ...options, ...readers }, host);
  return [...programs.keys()].flatMap((path) => {
    const source = program.getSourceFile(path);
    return ts.getPreEmitDiagnostics(program, source).map(({ start = 0, messageText }) => {
      const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      return `${documentOf(path)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  });
}

/** The programs of a document share a virtual folder, so they can import each other. */
const FOLDER = '.programs';

/** Declarations in front of a program without imports, which is part of a test file. */
const AROUND = "import { createMock, type Mock } from 'briefs-mock'; declare const mock: Mock;";

/** The text of each program by its path. Every line has the same line number as in the document. */
function programsOf(blocks: readonly Block[]): Map<string, string> {
  return new Map(
    blocks.map(({ document, line, language, code }) => {
      // A program that other programs import has its file name in a comment on the first line.
      const [, name = `${line}.${extensionOf(language)}`] = /^\/\/ ([\w.-]+\.\w+)\n/.exec(code) ?? [];
      const isWhole = /^(import|export) /m.test(code);
      const before = isWhole ? '\n'.repeat(line - 1) : `${AROUND}${'\n'.repeat(line - 1)}`;
      return [join(root, `${document}${FOLDER}`, name), before + code];
    }),
  );
}

const extensionOf = (language: string) => ({ js: 'mjs', ts: 'mts', tsx: 'tsx' })[language] ?? language;

const documentOf = (path: string) => path.slice(root.length + 1, path.lastIndexOf(FOLDER));
