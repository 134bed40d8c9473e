import ts from 'typescript';

/** A test, as its source file declares it. */
export interface TestTitle {
  /** The path of its file, relative to the root of the project. */
  readonly file: string;
  /** Its title after those of its suites. Parts that are only known at run time are left out. */
  readonly title: string;
}

/** Functions that declare a test or a suite: `it`, `it.each`, `describe`, `describeApi` and so on. */
const TEST = /^(it|test)([A-Z]\w*)?$/;
const SUITE = /^describe([A-Z]\w*)?$/;
/** Modifiers that make a test or suite not run, or expect it to fail. */
const IDLE = ['skip', 'skipIf', 'todo', 'fails', 'runIf'];

/** The tests of a file that run. The source is only parsed, not executed. */
export function titlesIn(file: string, source: string): TestTitle[] {
  const found: TestTitle[] = [];

  function visit(node: ts.Node, above: readonly string[]): void {
    if (!ts.isCallExpression(node)) {
      ts.forEachChild(node, (child) => visit(child, above));
      return;
    }
    const { name, modifiers } = calleeOf(node.expression);
    const [first] = node.arguments;
    const isTest = TEST.test(name);
    // `it.each(cases)` is a call too; the test is declared by the call of its result.
    const isMaking = first !== undefined && (isTest || SUITE.test(name)) && !isTableOfCases(node);
    if (isMaking && modifiers.some((modifier) => IDLE.includes(modifier))) return;
    const titles = isMaking ? [...above, textOf(first)] : above;
    if (isMaking && isTest) found.push({ file, title: titles.join(' > ') });
    ts.forEachChild(node, (child) => visit(child, titles));
  }

  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true), []);
  return found;
}

function isTableOfCases({ expression }: ts.CallExpression): boolean {
  return ts.isPropertyAccessExpression(expression) && ['each', 'for'].includes(expression.name.text);
}

/** Splits a callee such as `it.each(cases)` into its first name and the names after it. */
function calleeOf(callee: ts.Expression): { name: string; modifiers: string[] } {
  if (ts.isIdentifier(callee)) return { name: callee.text, modifiers: [] };
  if (ts.isCallExpression(callee)) return calleeOf(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return calleeOf(callee.tag);
  if (!ts.isPropertyAccessExpression(callee)) return { name: '', modifiers: [] };
  const { name, modifiers } = calleeOf(callee.expression);
  return { name, modifiers: [...modifiers, callee.name.text] };
}

function textOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
  }
  if (ts.isBinaryExpression(node)) return textOf(node.left) + textOf(node.right);
  return '';
}
