import ts from 'typescript';

/**
 * Inserts the descriptions of zod schemas before the fields of type declarations. TypeScript omits the comments of inferred types,
 * so that editors would show no description of an option or a field whose type is inferred from a schema.
 * @param program with the sources of the declarations
 */
export function describeTypes(text: string, program: ts.Program): string {
  const checker = program.getTypeChecker();
  const schemas = schemasOf(program, checker);
  const file = ts.createSourceFile('types.d.ts', text, ts.ScriptTarget.Latest, true);
  const comments: { at: number; description: string }[] = [];
  const visit = (node: ts.TypeNode | undefined, type: ts.Type | undefined) => {
    if (node === undefined || type === undefined) return;
    if (ts.isTypeLiteralNode(node)) {
      for (const member of node.members.filter(ts.isPropertySignature)) {
        const symbol = type.getProperty((member.name as ts.Identifier).text);
        if (symbol === undefined) continue;
        const description = ts.displayPartsToString(symbol.getDocumentationComment(checker));
        if (description !== '' && ts.getJSDocCommentsAndTags(member).length === 0) {
          comments.push({ at: member.getStart(), description });
        }
        visit(member.type, checker.getTypeOfSymbol(symbol));
      }
    } else if (ts.isTypeReferenceNode(node)) {
      const given = type.aliasTypeArguments ?? checker.getTypeArguments(type as ts.TypeReference);
      for (const [i, argument] of (node.typeArguments ?? []).entries()) visit(argument, given[i]);
    } else if (ts.isTypeOperatorNode(node)) visit(node.type, type);
    else if (ts.isTupleTypeNode(node)) {
      for (const [i, element] of node.elements.entries())
        visit(element, checker.getTypeArguments(type as ts.TypeReference)[i]);
    }
  };
  for (const { name, type } of variablesOf(file)) {
    const typeName = type && ts.isTypeReferenceNode(type) ? type.typeName.getText().split('.').at(-1) : undefined;
    visit(type, schemas.get(keyOf(name, typeName)));
  }
  let described = text;
  for (const { at, description } of comments.sort((a, b) => b.at - a.at)) {
    const [indent = ''] = /[ ]*$/.exec(described.slice(0, at)) ?? [];
    const comment = `/** ${description.replaceAll('\n', `\n${indent} * `)} */\n${indent}`;
    described = described.slice(0, at) + comment + described.slice(at);
  }
  return described;
}

/** The schemas of the sources, by the names of their constants and types. Those with equal names in several files are left out. */
function schemasOf(program: ts.Program, checker: ts.TypeChecker): Map<string, ts.Type | undefined> {
  const schemas = new Map<string, ts.Type | undefined>();
  for (const file of program
    .getSourceFiles()
    .filter(({ fileName }) => /\/(src|tools|handlers|helpers)\//.test(fileName))) {
    for (const { name } of variablesOf(file)) {
      const type = checker.getTypeAtLocation(name);
      const key = keyOf(name, type.symbol?.name);
      schemas.set(key, schemas.has(key) ? undefined : type);
    }
  }
  return schemas;
}

const variablesOf = (file: ts.SourceFile) =>
  file.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => [...declarationList.declarations]);

/** A table and a schema of its records may have the same name, but not the same type. */
const keyOf = (name: ts.BindingName, typeName = '') => `${name.getText()}: ${typeName}`;
