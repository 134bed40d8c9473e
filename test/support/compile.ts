import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const compiler = fileURLToPath(new URL('../../node_modules/typescript7/bin/tsc', import.meta.url));

const options = [
  ...['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--types', ''],
  ...['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--pretty', 'false', '--checkers', '1'],
];

/** Compiles programs of a folder strictly. @returns the errors, with the exit code at the end */
export function compile(folder: string, module: 'nodenext' | 'preserve', ...programs: string[]): Promise<string> {
  const args = [compiler, ...options, '--module', module, ...programs];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (error, stdout, stderr) => {
      resolve(`${stdout}${stderr}exit code ${error?.code ?? 0}`);
    });
  });
}
