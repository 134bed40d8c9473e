// Copies the descriptions of zod schemas into the type declarations. TypeScript omits the comments of inferred types, so that
// editors would show no description of an option or a field whose type is inferred from a schema.
//
//   node scripts/describe-types.mjs

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const entries = [
  'src/index.ts',
  'src/schemas.ts',
  'src/server/index.ts',
  'src/conform/index.ts',
  'handlers/index.ts',
  'helpers/vitest.ts',
];
const program = ts.createProgram(
  entries.map((file) => join(root, file)),
  options,
);
const checker = program.getTypeChecker();

/** The schemas of the sources, by the names of their constants and types. Those with equal names in several files are left out. */
const schemas = new Map();
for (const file of program.getSourceFiles().filter(({ fileName }) => /\/(src|handlers|helpers)\//.test(fileName))) {
  for (const statement of file.statements.filter(ts.isVariableStatement)) {
    for (const { name } of statement.declarationList.declarations) {
      const type = checker.getTypeAtLocation(name);
      const key = keyOf(name, type.symbol?.name);
      schemas.set(key, schemas.has(key) ? undefined : type);
    }
  }
}

for (const name of readdirSync(join(root, 'dist')).filter((file) => file.endsWith('.d.ts')))
  describe(join(root, 'dist', name));

/** A table and a schema of its records may have the same name, but not the same type. */
function keyOf(name, typeName = '') {
  return `${name.text}: ${typeName}`;
}

/** Inserts a comment before each member of a schema's shape. */
function describe(path) {
  const text = readFileSync(path, 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const comments = [];
  const visit = (node, type) => {
    if (type === undefined) return;
    if (ts.isTypeLiteralNode(node)) {
      for (const member of node.members.filter(ts.isPropertySignature)) {
        const symbol = type.getProperty(member.name.text);
        if (symbol === undefined) continue;
        const description = ts.displayPartsToString(symbol.getDocumentationComment(checker));
        if (description !== '' && ts.getJSDocCommentsAndTags(member).length === 0) {
          comments.push({ at: member.getStart(), description });
        }
        visit(member.type, checker.getTypeOfSymbol(symbol));
      }
    } else if (ts.isTypeReferenceNode(node)) {
      const given = type.aliasTypeArguments ?? checker.getTypeArguments(type);
      for (const [i, argument] of (node.typeArguments ?? []).entries()) visit(argument, given[i]);
    } else if (ts.isTypeOperatorNode(node)) visit(node.type, type);
    else if (ts.isTupleTypeNode(node)) {
      for (const [i, element] of node.elements.entries()) visit(element, checker.getTypeArguments(type)[i]);
    }
  };
  for (const statement of file.statements.filter(ts.isVariableStatement)) {
    for (const { name, type } of statement.declarationList.declarations) {
      if (type) visit(type, schemas.get(keyOf(name, type.typeName?.getText().split('.').at(-1))));
    }
  }
  let described = text;
  for (const { at, description } of comments.sort((a, b) => b.at - a.at)) {
    const indent = /[ ]*$/.exec(described.slice(0, at))[0];
    const comment = `/** ${description.replaceAll('\n', `\n${indent} * `)} */\n${indent}`;
    described = described.slice(0, at) + comment + described.slice(at);
  }
  writeFileSync(path, described);
}
