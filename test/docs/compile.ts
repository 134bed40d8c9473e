import { join } from 'node:path';
import ts from 'typescript';
import { type Block, root } from './blocks.js';

/** The packages of the versions of msw that users may have installed. */
const MSW_VERSIONS = ['msw', 'msw3'];

/**
 * Compiles programs, as if they were in the folder of their document, and files of this project in strict mode, with each
 * version of msw.
 * @returns the errors of the compiler, as `file:line: message (version of msw)`
 */
export function compile(blocks: readonly Block[], files: readonly string[]): string[] {
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
  const parsed = new Map<string, ts.SourceFile | undefined>();
  host.getSourceFile = (path, language, ...rest) => {
    const text = programs.get(path);
    if (!parsed.has(path)) {
      const source =
        text === undefined ? getSourceFile(path, language, ...rest) : ts.createSourceFile(path, text, language);
      parsed.set(path, source);
    }
    return parsed.get(path);
  };
  const paths = [...programs.keys(), ...files.map((file) => join(root, file))];
  return MSW_VERSIONS.flatMap((version) => {
    host.resolveModuleNameLiterals = (literals, containing, redirected, using, source) =>
      literals.map((literal) => {
        const name = literal.text.replace(/^msw(?=\/|$)/, version);
        const mode = ts.getModeForUsageLocation(source, literal, using);
        return ts.resolveModuleName(name, containing, using, host, undefined, redirected, mode);
      });
    const program = ts.createProgram(paths, { ...options, ...readers }, host);
    return paths.flatMap((path) => errorsIn(program, path).map((error) => `${error} (${version})`));
  });
}

function errorsIn(program: ts.Program, path: string): string[] {
  const source = program.getSourceFile(path);
  return ts.getPreEmitDiagnostics(program, source).map(({ start = 0, messageText }) => {
    const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
    return `${documentOf(path)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
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

/** The document of a program, or the file. */
const documentOf = (path: string) => path.slice(root.length + 1).split(FOLDER)[0];
