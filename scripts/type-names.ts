// Rejects two types with the same name: `npm run check:lint`. A reader who searches for a name should find one meaning.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const ROOMS = ['src', 'tools', 'handlers', 'helpers', 'seeds', 'console'];

/** A type, interface or class at the top level of a module. */
interface Declared {
  readonly name: string;
  readonly path: string;
}

/**
 * The names of types that are declared in more than one file, with the files. Two entries of the package may each export a type of
 * the same name, because users import them from different modules.
 */
export function doubledTypeNames(root: string, rooms: readonly string[] = ROOMS): string[] {
  const files = rooms.filter((room) => existsSync(join(root, room))).flatMap((room) => sourcesBelow(root, room));
  const sources = new Map(files.map((path) => [path, parsed(root, path)]));
  const paths = new Map<string, Set<string>>();
  for (const { name, path } of [...sources].flatMap(([path, source]) => declaredIn(path, source))) {
    paths.set(name, (paths.get(name) ?? new Set()).add(path));
  }
  const exported = new Set(
    [...sources].flatMap(([path, source]) => (isEntry(path) ? exportedBy(root, path, source) : [])),
  );
  return [...paths]
    .map(([name, declaring]) => ({ name, declaring: [...declaring] }))
    .filter(({ declaring }) => declaring.length > 1)
    .filter(({ name, declaring }) => !declaring.every((path) => exported.has(`${path} ${name}`)))
    .map(({ name, declaring }) => `${name}: ${declaring.join(', ')}`)
    .sort();
}

function sourcesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.d)\.tsx?$/.test(path))
    .map((path) => join(folder, path));
}

function parsed(root: string, path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest);
}

function declaredIn(path: string, source: ts.SourceFile): Declared[] {
  return source.statements.flatMap((statement) => {
    const isType =
      ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isClassDeclaration(statement);
    return isType && statement.name !== undefined ? [{ name: statement.name.text, path }] : [];
  });
}

/** Whether a file is a module that users import, or that such a module can be. */
function isEntry(path: string): boolean {
  return /^(?:src\/|src\/\w+\/|tools\/\w+\/|handlers\/|seeds\/|console\/)index\.tsx?$/.test(path);
}

/** The path and the name of each type that a module exports from another one. */
function exportedBy(root: string, path: string, source: ts.SourceFile): string[] {
  return source.statements.filter(ts.isExportDeclaration).flatMap(({ moduleSpecifier, exportClause }) => {
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
    const base = join(root, dirname(path), moduleSpecifier.text).replace(/\.jsx?$/, '');
    const target = [`${base}.ts`, `${base}.tsx`].find((one) => existsSync(one));
    if (target === undefined) return [];
    const file = relative(root, target);
    if (exportClause === undefined) return declaredIn(file, parsed(root, file)).map(({ name }) => `${file} ${name}`);
    return ts.isNamedExports(exportClause)
      ? exportClause.elements.map(({ name, propertyName }) => `${file} ${(propertyName ?? name).text}`)
      : [];
  });
}
