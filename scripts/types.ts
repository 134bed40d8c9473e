import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'tsup';
import ts from 'typescript';
import { describeTypes } from './describe-types.js';
import { consoleEntry, entry, nodeEntry } from './entries.js';

// Builds the type declarations: the part of `npm run build` that `npm test` does not need. The code is built before.
await buildTypes('dist', { ...entry, ...nodeEntry, ...consoleEntry });

/**
 * Writes a declaration file for each entry point, and for what they share. The compiler writes one for each source, and tsup
 * combines them: it could run the compiler itself, but takes three times as long.
 * @throws Error with the messages of the compiler
 */
async function buildTypes(outDir: string, entry: Readonly<Record<string, string>>): Promise<void> {
  // A build that was interrupted may have left some.
  for (const file of [...declarationsIn(outDir), 'commonjs'])
    rmSync(join(outDir, file), { recursive: true, force: true });
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const folder = resolve(mkdtempSync(join(outDir, '.types-')));
  // `npm run check:types` checks the types.
  const unchecked = { noCheck: true, declaration: true, emitDeclarationOnly: true, noEmit: false, stripInternal: true };
  const emitting = { ...unchecked, rootDir: '.', outDir: folder };
  const host = ts.createCompilerHost(options);
  const program = ts.createProgram(Object.values(entry), { ...options, ...emitting }, host);
  try {
    const { diagnostics } = program.emit();
    if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, host));
    const declarations = (file: string) => join(folder, file.replace(/\.tsx?$/, '.d.ts'));
    await build({
      config: false,
      silent: true,
      entry: Object.fromEntries(Object.entries(entry).map(([name, file]) => [name, declarations(file)])),
      outDir,
      format: 'esm',
      // The console imports the package by its name.
      dts: { only: true, compilerOptions: { paths: { 'briefs-mock': [declarations('src/index.ts')] } } },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
  for (const name of declarationsIn(outDir)) {
    const combined = readFileSync(join(outDir, name), 'utf8');
    rmSync(join(outDir, name));
    // Files that entries share are called after one of the declaration files, such as `mock.d-C28FL1sd.js`.
    const described = describeTypes(combined.replaceAll(/(['"]\.\/[\w-]+)\.d-/g, '$1-'), program);
    writeFileSync(join(outDir, name.replace('.d-', '-')), withLibraries(withoutIds(described)));
  }
  // A file that declares a module, which Vite makes up, cannot be a module itself.
  copyFileSync('helpers/vite/client.d.ts', join(outDir, 'vite-client.d.ts'));
  const vite = join(outDir, 'vite.d.ts');
  writeFileSync(vite, `/// <reference path="./vite-client.d.ts" />\n${readFileSync(vite, 'utf8')}`);
  copyForCommonJs(outDir);
}

/**
 * Copies the declarations for CommonJS: that differs only in the type of the package. Copies called `*.d.cts` would make the
 * package larger by 45 KB, because npm packs files by extension and name, and gzip sees only repetitions within 32 KB.
 */
function copyForCommonJs(outDir: string): void {
  const folder = join(outDir, 'commonjs');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'commonjs' }));
  for (const file of declarationsIn(outDir)) copyFileSync(join(outDir, file), join(folder, file));
}

function declarationsIn(folder: string): string[] {
  return readdirSync(folder).filter((file) => file.endsWith('.d.ts'));
}

/** Names the library that has `Symbol.asyncDispose`: projects for pages may have neither it nor the types of Node. */
function withLibraries(declarations: string): string {
  const isDisposable = declarations.includes('Symbol.asyncDispose');
  return isDisposable ? `/// <reference lib="esnext.disposable" />\n${declarations}` : declarations;
}

/** Removes the ids of decisions, such as ` (P1, X20)`, from comments: they are for those who work on the package. */
function withoutIds(declarations: string): string {
  return declarations.replaceAll(/^ *(?:\/\*\*|\*).*$/gm, (line) => line.replaceAll(/ \((?:[DPUX]\d+(?:, )?)+\)/g, ''));
}
