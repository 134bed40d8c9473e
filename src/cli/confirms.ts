import { createInterface } from 'node:readline';
import { stopCodes } from './on-stop-signals.js';

interface Question {
  /** What an empty line says. */
  readonly otherwise: 'yes' | 'no';
  readonly output: NodeJS.WriteStream;
}

/** Asks on the terminal. Ctrl-C ends the process. */
export async function confirms(question: string, { otherwise, output }: Question): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output });
  const answer = await new Promise<string>((resolve) => {
    terminal.once('SIGINT', () => process.exit(stopCodes.SIGINT));
    // Ctrl-D ends the input, which is not a yes.
    terminal.once('close', () => resolve('no'));
    terminal.question(question, resolve);
  });
  terminal.close();
  return /^y(es)?$/i.test(answer.trim() || otherwise);
}
