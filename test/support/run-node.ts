import { spawn } from 'node:child_process';

/** Runs a Node script in a folder. @returns its output, with its exit code at the end */
export function runNode(folder: string, script: string, ...words: string[]): Promise<string> {
  const child = spawn(process.execPath, [script, ...words], { cwd: folder, env: { ...process.env, NO_COLOR: '1' } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (data) => (output += data));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(`${output}exit code ${code}`));
  });
}
