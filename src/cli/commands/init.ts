import { createInterface } from 'node:readline/promises';
import { diffOf, planFor, write } from '../../../tools/init/index.js';
import { version } from '../../foundation/version.js';

/** Shows what the project needs to use the mock, and writes it if one says yes. */
export async function init({ yes: isAgreed = false }: { yes?: boolean }): Promise<void> {
  const root = process.cwd();
  const { edits, next } = await planFor(root, version);
  if (edits.length === 0) return say('The project has the mock; there is nothing to write.');
  process.stdout.write(`${diffOf(edits)}\n`);
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  if (!isAgreed && !isTerminal) return say('Nothing is written: run it on a terminal, or with --yes.');
  if (!isAgreed && !(await confirms('Write this? [Y/n] '))) return say('Nothing is written.');
  write(root, edits);
  say(`Written: ${edits.map(({ file }) => file).join(', ')}. ${next.join(' ')}`);
}

async function confirms(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl-D ends the input, which is not a yes.
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('no')));
  const answer = await Promise.race([terminal.question(question), ended]);
  terminal.close();
  return /^(y|yes)?$/i.test(answer.trim());
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
