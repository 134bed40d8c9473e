import { lilconfig } from 'lilconfig';
import * as z from 'zod';
import type { BehaviorOptions, MockOptions, Scenario } from './index.js';
import { MockError, refusal } from './state/errors.js';
import { checkShape } from './state/shape.js';

// What seed, clock, behavior and scenarios may be is for createMock to say.
const shape = z.strictObject({
  port: z.int().min(0).max(65535).optional(),
  host: z.string().optional(),
  /** The name of the scenario to start from: one of the package's, or of `scenarios`. */
  scenario: z.string().optional(),
  scenarios: z.array(z.custom<Scenario>(isObject, 'is not a scenario')).optional(),
  seed: z.custom<number>().optional(),
  clock: z.custom<MockOptions['clock']>().optional(),
  behavior: z.custom<BehaviorOptions>(isObject, 'is not an object').optional(),
});

/** What a config file says; a flag of the same name goes before it. */
type Config = z.output<typeof shape>;

const settings = Object.keys(shape.shape).join(', ');
const fileNames = ['ts', 'mts', 'js', 'mjs', 'json'].map((extension) => `briefs-mock.config.${extension}`);

/**
 * The config file: the one that is named, or the first `briefs-mock.config.{ts,mts,js,mjs,json}` in the working folder or
 * above it. None is no error unless it was named.
 * @throws Error where the file cannot be read; MockError `malformed_data`, naming the file and what is wrong in it.
 */
export async function loadConfig(file: string | undefined): Promise<Config> {
  const typescript = async (path: string) => {
    // Loaded where there is TypeScript to load: it would slow every other start.
    const { createJiti } = await import('jiti');
    return createJiti(import.meta.url).import(path, { default: true });
  };
  const loaders = { '.ts': typescript, '.mts': typescript };
  const explorer = lilconfig('briefs-mock', { searchPlaces: fileNames, loaders });
  const found = await (file === undefined ? explorer.search() : explorer.load(file)).catch((error: Error) => {
    throw new Error(`the config file ${file ?? ''} cannot be read: ${error.message}`.replace('  ', ' '));
  });
  if (found === null) return {};
  const checked = checkShape(shape, found.isEmpty ? {} : found.config);
  if ('value' in checked) return checked.value;
  const { message } = refusal('malformed_data', checked.issues);
  throw new MockError('malformed_data', `${found.filepath}: ${message}; a config file has ${settings}`, checked.issues);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
