import { isPlainObject } from '../../src/foundation/is-object.js';
import { malformed } from '../../src/foundation/mock-error.js';
import type { Project } from './project.js';

/** A node of the syntax tree of a program, as ESTree defines it: what is read of one. */
interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** The parser of Vite, 8 or 7. */
interface Vite {
  readonly parseSync?: (file: string, text: string) => { program: SyntaxNode; errors: readonly unknown[] };
  readonly parseAst: (text: string) => SyntaxNode;
}

/** In the order in which Vite looks for them. */
const FILES = ['js', 'mjs', 'ts', 'cjs', 'mts', 'cts'].map((extension) => `vite.config.${extension}`);
const CALL = "briefsMock({ scenario: 'newsroom', persona: 'alice' })";
const MODULE = 'briefs-mock/vite';
const IMPORT = `import { briefsMock } from '${MODULE}';`;
const REQUIRE = `const { briefsMock } = require('${MODULE}');`;
/** What loads the plugin in a text that cannot be parsed: Vite 7 parses no TypeScript. */
const LOADING = new RegExp(`^import\\b[^;'"]*\\bfrom\\s*['"]${MODULE}['"]`, 'm');

/** The config of Vite with the plugin, which is added to what is there. @throws MockError if there is no place for it. */
export async function viteConfigWithPlugin(project: Project): Promise<{ file: string; text: string } | undefined> {
  const file = project.find(FILES);
  if (file === undefined) {
    const created = `vite.config.${project.hasTypeScript ? 'ts' : 'js'}`;
    const text = `${IMPORT}\nimport { defineConfig } from 'vite';\n\nexport default defineConfig({ plugins: [${CALL}] });\n`;
    return { file: created, text };
  }
  const text = project.read(file) as string;
  const program = parsed(await project.load<Vite>('vite'), file, text);
  if (program === undefined ? LOADING.test(text) : isLoadedIn(program)) return undefined;
  const body = (program?.body ?? []) as readonly SyntaxNode[];
  const exported = body.find(({ type }) => type === 'ExportDefaultDeclaration');
  const config = configObject(exported?.declaration as SyntaxNode | undefined, body);
  const imports = body.filter(({ type }) => type === 'ImportDeclaration');
  const plugin = config && pluginInsertion(config, text);
  if (plugin === undefined) {
    // In CommonJS, an import ends the build of the config.
    const load = file.endsWith('.cjs') ? REQUIRE : IMPORT;
    throw malformed(`${file} has no place for the plugin; add this: ${load} and plugins: [${CALL}]`);
  }
  // The later one first: imports may be below.
  const insertions = [plugin, importInsertion(imports.at(-1), text)].sort(([one], [other]) => other - one);
  return { file, text: insertions.reduce((result, [at, code]) => result.slice(0, at) + code + result.slice(at), text) };
}

function parsed({ parseSync, parseAst }: Vite, file: string, text: string): SyntaxNode | undefined {
  try {
    return parseSync === undefined ? parseAst(text) : parseSync(file, text).program;
  } catch {
    return undefined;
  }
}

/** The object of a config: itself, what `defineConfig` gets, what a function returns, or the value of a constant. */
function configObject(node: SyntaxNode | undefined, body: readonly SyntaxNode[]): SyntaxNode | undefined {
  switch (node?.type) {
    case 'ObjectExpression':
      return node;
    case 'CallExpression':
      return configObject((node.arguments as SyntaxNode[])[0], body);
    case 'TSSatisfiesExpression':
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return configObject(node.expression as SyntaxNode, body);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return configObject(node.body as SyntaxNode, body);
    case 'BlockStatement':
      return configObject(onlyReturnIn(node), body);
    case 'ReturnStatement':
      return configObject(node.argument as SyntaxNode, body);
    case 'Identifier':
      return configObject(initialValueOf(node.name as string, body), body);
    default:
      return undefined;
  }
}

/** The return of a function; undefined if it has several, which may return different configs. */
function onlyReturnIn(block: SyntaxNode): SyntaxNode | undefined {
  const returns = nodesIn(block, (node) => !/Function/.test(node.type)).filter(
    ({ type }) => type === 'ReturnStatement',
  );
  return returns.length === 1 ? returns[0] : undefined;
}

/** Whether a program loads the plugin. */
function isLoadedIn(program: SyntaxNode | undefined): boolean {
  return nodesIn(program).some(({ type, value }) => /Literal$/.test(type) && value === MODULE);
}

/** A node and all below it that can be reached by nodes that are `entered`. */
function nodesIn(value: unknown, entered: (node: SyntaxNode) => boolean = () => true): SyntaxNode[] {
  if (Array.isArray(value)) return value.flatMap((one) => nodesIn(one, entered));
  if (!isPlainObject(value)) return [];
  const node = value as unknown as SyntaxNode;
  if (!entered(node)) return [];
  return [node, ...Object.values(value).flatMap((one) => nodesIn(one, entered))];
}

/** The value of a constant of the file. */
function initialValueOf(name: string, body: readonly SyntaxNode[]): SyntaxNode | undefined {
  const declarations = body.flatMap((node) =>
    node.type === 'VariableDeclaration' ? (node.declarations as SyntaxNode[]) : [],
  );
  const found = declarations.find(({ id }) => (id as SyntaxNode).name === name);
  return found?.init as SyntaxNode | undefined;
}

/** The name of a property, which may be in quotes. */
function nameOf(key: SyntaxNode | undefined): unknown {
  return key?.name ?? key?.value;
}

/** Code, and where it goes in a text. */
type Insertion = readonly [at: number, code: string];

/** The import of the plugin, below the last import. */
function importInsertion(last: SyntaxNode | undefined, text: string): Insertion {
  if (last === undefined) {
    // Such as `// @ts-check`, which counts only above the first statement. It may stand below a licence.
    const [comments = ''] = /^(?:(?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:#!|\/\/).*\r?\n)*/.exec(text) ?? [];
    return [comments.length, `${IMPORT}\n`];
  }
  const [comment = ''] = /^[ \t]*\/\/.*/.exec(text.slice(last.end)) ?? [];
  return [last.end + comment.length, `\n${alike(IMPORT, text.slice(last.start, last.end))}`];
}

/** Where the plugin goes, and how it is written there. */
function pluginInsertion(config: SyntaxNode, text: string): Insertion | undefined {
  const properties = config.properties as readonly SyntaxNode[];
  const at = properties.findIndex(({ key }) => nameOf(key as SyntaxNode | undefined) === 'plugins');
  // What is spread in after the plugins may have others, which take their place.
  if (properties.slice(at + 1).some(({ type }) => type === 'SpreadElement')) return undefined;
  const plugins = properties[at]?.value as SyntaxNode | undefined;
  if (plugins === undefined) {
    const [first] = properties;
    // Without a comment before the first property.
    const [lead = ''] = /^\s*/.exec(text.slice(config.start + 1)) ?? [];
    const code = alike(`plugins: [${CALL}]`, text, true);
    return [config.start + 1, first === undefined ? ` ${code} ` : `${lead}${code},`];
  }
  if (plugins.type !== 'ArrayExpression') return undefined;
  // An omitted one is null.
  const last = (plugins.elements as readonly (SyntaxNode | null)[]).filter((one) => one !== null).at(-1);
  if (last === undefined) return [plugins.start + 1, alike(CALL, text, true)];
  const [, lead = ' '] = /(\n[ \t]*)[( \t]*$/.exec(text.slice(plugins.start, last.start)) ?? [];
  // The tree of Vite 7 has no parentheses, so that they may follow the end of a plugin.
  const [closing = ''] =
    /^(?:(?:\s|\/\/.*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*\))*/.exec(text.slice(last.end, plugins.end)) ?? [];
  return [last.end + closing.length, `,${lead}${alike(CALL, text, true)}`];
}

/** Code with the quotes, and the semicolon or none, of the code around it. */
function alike(code: string, around: string, isExpression = false): string {
  const quotes = around.includes('"') && !around.includes("'") ? code.replaceAll("'", '"') : code;
  return isExpression || around.endsWith(';') ? quotes : quotes.replace(/;$/, '');
}
