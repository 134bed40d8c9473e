import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run, runHere, temporaryFolder } from '../support/cli.js';

// Scripts of users compare these. Those of `conform`, 3 to 11, are in test/conform/command.slow.test.ts.
const NODE = process.execPath;
const promised: readonly [code: number, what: string, words: readonly string[]][] = [
  [0, 'success', ['--version']],
  [1, 'a file that cannot be read', ['--import', 'nowhere.json']],
  [1, 'states that differ', ['diff', 'a.json', 'b.json']],
  [2, 'an unknown flag', ['--nothing']],
  [2, 'an invalid value', ['--port', '70000']],
  [2, 'a file that is not a trace', ['replay', 'a.json']],
  [127, 'a command of exec that cannot be started', ['exec', '--', 'no-such-program']],
  [7, 'the code of the command of exec', ['exec', '--', NODE, '--eval', 'process.exit(7)']],
  [143, 'a command of exec that a signal ended', ['exec', '--', NODE, '--eval', 'process.kill(process.pid)']],
];

it.each(promised)('the exit code %i means %s', async (code, _, words) => {
  const folder = await temporaryFolder();
  const snapshots = { 'a.json': ['--seed', '1'], 'b.json': ['--seed', '2'] };
  if (words.includes('a.json')) {
    const written = Object.entries(snapshots).map(
      ([file, seed]) => runHere(['snapshot', ...seed, '-o', join(folder, file)], {}, folder).exit,
    );
    await Promise.all(written);
  }
  expect(await run(words, {}, folder).exit).toBe(code);
});
