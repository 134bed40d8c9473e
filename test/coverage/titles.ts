import ts from 'typescript';

/** A test, told by what is written in its file alone. */
export interface TestTitle {
  /** Its file, below the root of the project. */
  readonly file: string;
  /** Its title after those of the suites it stands in; what is only known when it runs is left out. */
  readonly title: string;
}

/** The calls that make a test, and those that make a suite: `it`, `it.each`, `describe`, `describeApi` and the like. */
const TEST = /^(it|test)([A-Z]\w*)?$/;
const SUITE = /^describe([A-Z]\w*)?$/;
/** What makes a test or a suite not run, or succeed by failing. */
const IDLE = ['skip', 'skipIf', 'todo', 'fails', 'runIf'];

/** The tests of a file that run, by a look at its source: nothing of it is executed. */
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
    // `it.each(cases)` is a call too; the one that makes the test calls what it answers.
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

/** `it.each(cases)` as its first name and the names after it. */
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
