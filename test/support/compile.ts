import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const compiler = fileURLToPath(new URL('../../node_modules/typescript7/bin/tsc', import.meta.url));

/** Runs the native compiler in a folder. @returns the errors, with the exit code at the end */
export function runCompiler(folder: string, ...words: string[]): Promise<string> {
  const args = [compiler, '--pretty', 'false', '--checkers', '1', ...words];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      resolve(`${stdout}${stderr}exit code ${error?.code ?? 0}`);
    });
  });
}

const strict = [
  ...['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--types', ''],
  ...['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'],
];

/** Compiles programs of a folder strictly. @returns the errors, with the exit code at the end */
export function compileStrictly(folder: string, module: 'nodenext' | 'preserve', ...programs: string[]) {
  return runCompiler(folder, ...strict, '--module', module, ...programs);
}
