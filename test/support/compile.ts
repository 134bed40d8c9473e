import { fileURLToPath } from 'node:url';
import { runNode } from './run-node.js';

const compiler = fileURLToPath(new URL('../../node_modules/typescript7/bin/tsc', import.meta.url));

/** Runs the native compiler in a folder. @returns the errors, with the exit code at the end */
export function runCompiler(folder: string, ...words: string[]): Promise<string> {
  return runNode(folder, compiler, '--pretty', 'false', '--checkers', '1', ...words);
}

const strict = [
  ...['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--types', ''],
  ...['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'],
];

/** Compiles programs of a folder strictly. @returns the errors, with the exit code at the end */
export function compileStrictly(folder: string, module: 'nodenext' | 'preserve', ...programs: string[]) {
  return runCompiler(folder, ...strict, '--module', module, ...programs);
}
