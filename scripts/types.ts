import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'tsup';
import ts from 'typescript';
import { describeTypes } from './describe-types.js';

/**
 * Writes a declaration file for each entry point, and for what they share. The compiler writes one for each source, and tsup
 * combines them: it could run the compiler itself, but takes three times as long.
 * @throws Error with the messages of the compiler
 */
export async function buildTypes(outDir: string, entry: Readonly<Record<string, string>>): Promise<void> {
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
  for (const name of readdirSync(outDir).filter((file) => file.endsWith('.d.ts'))) {
    const combined = readFileSync(join(outDir, name), 'utf8');
    rmSync(join(outDir, name));
    // Files that entries share are called after one of the declaration files, such as `mock.d-C28FL1sd.js`.
    const described = describeTypes(combined.replaceAll(/(['"]\.\/[\w-]+)\.d-/g, '$1-'), program);
    const text = withLibraries(withoutIds(described));
    const path = join(outDir, name.replace('.d-', '-'));
    writeFileSync(path, text);
    // The declarations for CommonJS are the same, except for the extension of the files that they import.
    writeFileSync(path.replace(/ts$/, 'cts'), text.replaceAll(/(['"]\.\/[^'"]+)\.js(?=['"])/g, '$1.cjs'));
  }
  // A file that declares a module, which Vite makes up, cannot be a module itself.
  copyFileSync('helpers/vite/client.d.ts', join(outDir, 'vite-client.d.ts'));
  for (const name of ['vite.d.ts', 'vite.d.cts']) {
    const path = join(outDir, name);
    writeFileSync(path, `/// <reference path="./vite-client.d.ts" />\n${readFileSync(path, 'utf8')}`);
  }
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
