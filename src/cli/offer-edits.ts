import { createInterface } from 'node:readline/promises';
import { diffOf, type Edit } from '../../tools/init/index.js';
import { writeEdits } from './write-edits.js';

interface Offer {
  /** Whether to write without asking. */
  readonly yes: boolean;
  /** What the project has if there are no edits, such as `the mock`. */
  readonly what: string;
  /** What is left to do, as sentences. */
  readonly next?: readonly string[];
}

/** Shows the edits of a project, and writes them if one says yes. */
export async function offerEdits(root: string, edits: readonly Edit[], { yes, what, next = [] }: Offer): Promise<void> {
  if (edits.length === 0) return say(`The project has ${what}; there is nothing to write.`);
  process.stdout.write(`${diffOf(edits)}\n`);
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  if (!yes && !isTerminal) return say('Nothing is written: run it on a terminal, or with --yes.');
  if (!yes && !(await confirms('Write this? [Y/n] '))) return say('Nothing is written.');
  await writeEdits(root, edits);
  say([`Written: ${edits.map(({ file }) => file).join(', ')}.`, ...next].join(' '));
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
