import { thrownText } from '../../foundation/thrown-text.js';
import { createMock, type StateChanges } from '../../index.js';
import { describeChanges } from '../../state/describe-changes.js';
import { loadConfig } from '../config.js';
import { scenariosOf, snapshotFrom } from '../configured-mock.js';
import { exitCodes } from '../failure.js';
import type { FlagsOf } from '../flags.js';
import { createOutput, print } from '../output.js';
import { readSource } from '../read-source.js';
import { shownSource } from '../references.js';
import { writeJson } from '../write-document.js';

type DiffFlags = FlagsOf<'diff', 'config'>;

/**
 * Prints what differs between two states, each a snapshot file, a trace, or the address of a server. Like `diff`, it exits with 1
 * if anything differs, and with 2 if a state cannot be read.
 */
export async function diff(a: string, b: string, flags: DiffFlags): Promise<void> {
  try {
    const changes = await changesBetween(a, b, flags);
    if (flags.json) await writeJson(changes, undefined);
    else print(describeChanges(changes));
    const { tables, ...others } = changes;
    if (Object.keys(tables).length + Object.keys(others).length > 0) process.exitCode = exitCodes.failure;
  } catch (error) {
    createOutput().problem(thrownText(error));
    process.exitCode = exitCodes.wrongUsage;
  }
}

async function changesBetween(
  a: string,
  b: string,
  { edited, controlToken, config: file }: DiffFlags,
): Promise<StateChanges> {
  const config = await loadConfig(file);
  const options = { scenarios: scenariosOf(config), routes: config.routes };
  const [before, after] = await Promise.all(
    [a, b].map(async (source) =>
      snapshotFrom(await readSource(source, controlToken), shownSource(source), options, edited),
    ),
  );
  const mock = createMock({ ...options, snapshot: before });
  if (after !== undefined) mock.restore(after);
  return mock.changes();
}
