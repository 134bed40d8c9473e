import { dirname, resolve } from 'node:path';
import { defaultLoaders, type Loader, lilconfig } from 'lilconfig';
import * as z from 'zod';
import { requiredText, tokenText } from '../foundation/common-schemas.js';
import { issuesError, MockError } from '../foundation/mock-error.js';
import { validate } from '../foundation/validate.js';
import type { BehaviorOptions, MockOptions, Scenario } from '../index.js';
import { isScenario } from '../scenario/scenario.js';
import { addressSchema } from '../server/address.js';

// What seed, clock, delay, behavior and scenarios may be is for createMock to say.
const shape = z
  .strictObject({
    ...addressSchema.shape,
    /** The name of the scenario to start from: one of the package's, or of `scenarios`. */
    scenario: z.string().optional(),
    scenarios: z.array(z.custom<Scenario>(isScenario, 'is no scenario; defineScenario makes one')).optional(),
    seed: z.custom<number>().optional(),
    clock: z.custom<MockOptions['clock']>().optional(),
    // Files are looked for from the folder of the config file.
    import: requiredText.optional(),
    state: requiredText.optional(),
    exportOnExit: requiredText.optional(),
    tokens: z.custom<BehaviorOptions['tokens']>().optional(),
    serviceToken: z.custom<BehaviorOptions['serviceToken']>().optional(),
    corsOrigin: z.custom<BehaviorOptions['corsOrigin']>().optional(),
    behavior: z.custom<BehaviorOptions>(isObject, 'is not an object').optional(),
    delay: z.custom<MockOptions['delay']>().optional(),
    strictSessions: z.boolean().optional(),
    maxSessions: z.int().min(1).optional(),
    sessionIdle: z.number().positive().optional(),
    controlToken: tokenText.optional(),
    /** Whether there is a control API. */
    control: z.boolean().optional(),
    quiet: z.boolean().optional(),
    jsonLogs: z.boolean().optional(),
  })
  .refine(({ control, controlToken }) => control !== false || controlToken === undefined, {
    path: ['controlToken'],
    error: 'is for the control API, which `control` turns off',
  });

/** What a config file says; a flag of the same name goes before it. */
export type Config = z.output<typeof shape>;

const settings = Object.keys(shape.shape).join(', ');
const fileNames = ['ts', 'mts', 'js', 'mjs', 'json'].map((extension) => `briefs-mock.config.${extension}`);

/**
 * The config file: the one that is named, or the first `briefs-mock.config.{ts,mts,js,mjs,json}` in the working folder or
 * above it. None is no error unless it was named.
 * @throws Error where the file cannot be read; MockError `malformed_data`, naming the file and what is wrong in it.
 */
export async function loadConfig(file: string | undefined): Promise<Config> {
  const typescript: Loader = async (path) => {
    // Loaded where there is TypeScript to load: it would slow every other start.
    const { createJiti } = await import('jiti');
    return createJiti(import.meta.url).import(path, { default: true });
  };
  let path = file;
  const telling = ([extension, load]: [string, Loader]) => {
    const loader: Loader = (found, content) => {
      path = found;
      return load(found, content);
    };
    return [extension, loader];
  };
  const loaders = Object.fromEntries(
    Object.entries({ ...defaultLoaders, '.ts': typescript, '.mts': typescript }).map(telling),
  );
  const explorer = lilconfig('briefs-mock', { searchPlaces: fileNames, loaders });
  const found = await (file === undefined ? explorer.search() : explorer.load(file)).catch((error: Error) => {
    throw new Error(`the config file ${path} cannot be read: ${error.message}`);
  });
  if (found === null) return {};
  const config = found.isEmpty ? {} : found.config;
  if (config === undefined) throw new Error(`${found.filepath} has no default export`);
  const checked = validate(shape, config);
  if ('value' in checked) return fromFolder(dirname(found.filepath), checked.value);
  const { message } = issuesError('malformed_data', checked.issues);
  throw new MockError('malformed_data', `${found.filepath}: ${message}; a config file has ${settings}`, checked.issues);
}

/** The config with its files looked for from a folder. */
function fromFolder(folder: string, config: Config): Config {
  const located = { ...config };
  for (const setting of ['import', 'state', 'exportOnExit'] as const) {
    const file = config[setting];
    if (file !== undefined) located[setting] = resolve(folder, file);
  }
  return located;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
