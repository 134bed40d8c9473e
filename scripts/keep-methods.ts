import ts from 'typescript';

/**
 * Removes the methods of subclasses, and of prototypes, that are not in the list: a bundler cannot see that nothing calls them.
 * @throws Error if the code has no method of a listed name
 */
export function keepMethods(code: string, names: readonly string[]): string {
  const kept = new Set<string>();
  const removed: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    const name = methodName(node);
    if (name === undefined) ts.forEachChild(node, visit);
    else if (names.includes(name)) kept.add(name);
    else removed.push(node);
  };
  visit(ts.createSourceFile('library.js', code, ts.ScriptTarget.Latest, true));
  const lost = names.filter((name) => !kept.has(name));
  if (lost.length > 0) throw new Error(`The library has no method ${lost.join(', ')} any more`);
  return removed.reduceRight((text, node) => text.slice(0, node.getStart()) + text.slice(node.end), code);
}

/** The name of `name() { … }` in a subclass, or of `Class.prototype.name = function () { … };`. */
function methodName(node: ts.Node): string | undefined {
  if (ts.isMethodDeclaration(node) && ts.isClassLike(node.parent)) {
    return node.parent.heritageClauses === undefined ? undefined : node.name.getText();
  }
  if (!ts.isExpressionStatement(node) || !ts.isBinaryExpression(node.expression)) return undefined;
  const { left, right } = node.expression;
  const isMethod = ts.isFunctionExpression(right) && ts.isPropertyAccessExpression(left);
  return isMethod && /\.prototype$/.test(left.expression.getText()) ? left.name.text : undefined;
}
