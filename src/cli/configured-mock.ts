import { scenarios as packaged } from '../../seeds/index.js';
import type { Instant } from '../foundation/clock.js';
import { countOf } from '../foundation/count-of.js';
import { fileKindOf, partOf } from '../foundation/file-kind.js';
import { formatValue } from '../foundation/format-value.js';
import { notFound } from '../foundation/mock-error.js';
import { createMock, type Mock, MockError, type MockOptions, replay, type Scenario } from '../index.js';
import { fileErrorText } from '../server/snapshot-file.js';
import type { Snapshot } from '../state/snapshot.js';
import type { Config } from './config.js';
import type { ServerFlags } from './flag.js';
import { readReference, shownSource } from './references.js';
import { optionsFor, type Settings, switchesOf } from './settings.js';

const defaults = { scenario: 'newsroom', seed: 1 } as const;

/** The scenarios of the package and of the config file. */
export function scenariosOf(config: Config): Scenario[] {
  return [...packaged, ...(config.scenarios ?? [])];
}

/**
 * Creates the mock from flags and config file; a flag overrides the file. `read` is the file of `import`, if it has been read.
 * @throws MockError for invalid flags or settings; Error for a snapshot file that cannot be used.
 */
export async function makeMock(
  flags: ServerFlags,
  config: Config,
  note: (text: string) => void = () => {},
  read?: unknown,
): Promise<Mock> {
  const settings = { ...defaults, ...config, ...flags };
  const scenarios = scenariosOf(config);
  const scenario = scenarios.find(({ name }) => name === settings.scenario);
  if (scenario === undefined) {
    const names = scenarios.map(({ name }) => name).join(', ');
    throw notFound(`there is no scenario ${formatValue(settings.scenario)}; the scenarios are ${names}`);
  }
  const clock = clockOf(flags.clock, config.clock);
  const options = {
    scenarios,
    ...optionsFor('mock', settings),
    behavior: { ...switchesOf(config), ...switchesOf(flags) },
    sessions: optionsFor('sessions', settings),
  };
  const { import: file, seed } = settings;
  const imported = read ?? (await readImportFile(file));
  if (file !== undefined && hasTrace(imported)) return importTrace(imported, shownSource(file), options, note);
  const snapshot = file === undefined ? undefined : readImport(imported, shownSource(file), settings.edited);
  return createMock({ ...options, scenario, seed, clock, snapshot });
}

/** The state of a snapshot, or at the end of a trace. `source` names it in errors. @throws Error */
export async function snapshotFrom(
  file: unknown,
  source: string,
  options: MockOptions,
  edited: boolean | undefined,
): Promise<Snapshot> {
  if (!hasTrace(file)) return readImport(file, source, edited);
  return (await importTrace(file, source, options, () => {})).snapshot();
}

/** Whether a file is a trace, or was handed over with one. */
const hasTrace = (json: unknown) => fileKindOf(partOf(json, 'trace')) === 'trace';

/** A mock in the situation at the end of a trace. `file` names it. */
async function importTrace(
  json: unknown,
  file: string,
  options: MockOptions,
  note: (text: string) => void,
): Promise<Mock> {
  try {
    const { mock, differences, redacted } = await replay(json, options);
    if (differences.length > 0) {
      const verb = differences.length === 1 ? 'is' : 'are';
      note(
        `${countOf(differences.length, 'answer', 'answers')} in the trace ${file} ${verb} different here; \`briefs-mock replay\` shows the first`,
      );
    }
    if (redacted?.stoppedBefore !== undefined) {
      const snapshot = partOf(json, 'snapshot');
      const isHandedOver = fileKindOf(snapshot) === 'snapshot';
      if (isHandedOver) mock.restore(snapshot as Snapshot);
      const state = isHandedOver ? 'that of the snapshot in the file' : 'the one before it';
      note(
        `request ${redacted.stoppedBefore} of ${file} cannot be repeated, because it was redacted; the state is ${state}`,
      );
    }
    return mock;
  } catch (error) {
    throw importError('trace ', file, error);
  }
}

/** The flag sets only the time; the config file decides whether the clock is frozen. */
function clockOf(flag: Settings['clock'], configured: MockOptions['clock']): MockOptions['clock'] {
  if (flag === undefined || isSetting(flag)) return flag ?? configured;
  return isSetting(configured) ? { ...configured, now: flag } : flag;
}

function isSetting(clock: MockOptions['clock']): clock is Exclude<MockOptions['clock'], Instant | undefined> {
  return typeof clock === 'object' && !(clock instanceof Date);
}

/** The JSON of a file to import; undefined without one. @throws Error that names it */
export async function readImportFile(file: string | undefined): Promise<unknown> {
  if (file === undefined) return undefined;
  try {
    return await readReference(file);
  } catch (error) {
    if (error instanceof MockError) throw error;
    throw importError('', shownSource(file), error);
  }
}

function readImport(snapshot: unknown, file: string, edited = false): Snapshot {
  if (fileKindOf(partOf(snapshot, 'snapshot')) === undefined) {
    throw importError('', file, new Error('it is neither a snapshot nor a trace'));
  }
  try {
    if (!edited) return createMock({ snapshot: snapshot as Snapshot }).snapshot();
    const mock = createMock();
    mock.restore(snapshot as Snapshot, { edited });
    return mock.snapshot();
  } catch (error) {
    throw importError('snapshot ', file, error);
  }
}

function importError(what: 'snapshot ' | 'trace ' | '', file: string, error: unknown): Error {
  return new Error(`The ${what}file ${file} cannot be used: ${fileErrorText(error, file)}`);
}
