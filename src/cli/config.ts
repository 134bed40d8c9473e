import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defaultLoaders, type Loader, lilconfig } from 'lilconfig';
import * as z from 'zod/mini';
import { wrongFile } from '../foundation/file-kind.js';
import { MockError, malformed, withPrefix } from '../foundation/mock-error.js';
import { thrownText } from '../foundation/thrown-text.js';
import { expectValid } from '../foundation/validate.js';
import { clockOption } from '../mock/assemble.js';
import { behaviorOf, isSecretSwitch } from '../protocol/behavior.js';
import { fileErrorText } from '../server/snapshot-file.js';
import { loadModule, untilLoaded } from './import-file.js';
import { isReference } from './references.js';
import { type Settings, settingRows, switchesOf } from './settings.js';

const inConfig = settingRows.filter(([, row]) => row.inConfig !== false);
const shape = Object.fromEntries(inConfig.map(([name, { kind }]) => [name, z.optional(kind.schema)]));

// `checkConfig` validates the clock and the switches.
const configSchema = (z.strictObject(shape) as unknown as z.ZodMiniType<Config>).check(
  z.refine(({ control, controlToken }) => control !== false || controlToken === undefined, {
    path: ['controlToken'],
    error: 'cannot be used with `control: false`, which turns the control API off',
  }),
);

/** The settings of a config file, with its path as `config`; a flag of the same name overrides them. */
export type Config = Settings;

const extensions = ['ts', 'mts', 'js', 'mjs', 'cjs', 'json'];
const fileNames = extensions.map((extension) => `briefs-mock.config.${extension}`);

/**
 * Loads the given config file, or else the first `briefs-mock.config.{ts,mts,js,mjs,cjs,json}` in the working folder or the
 * nearest folder above it. Without such a file the config is empty.
 * @throws Error if the file cannot be loaded; MockError `malformed_data` with the file and its invalid settings.
 */
export async function loadConfig(file: string | undefined): Promise<Config> {
  const path = file ?? findConfig(process.cwd());
  if (path === undefined) return {};
  const typescript: Loader = (found) => loadModule(found, { default: true });
  // That of lilconfig tries `require` after a failure, whose error would hide the first one.
  const javascript: Loader = (found) =>
    untilLoaded(
      import(pathToFileURL(found).href).then((module) => module.default),
      found,
    );
  const ofTypeScript = { '.ts': typescript, '.mts': typescript };
  const loaders = { ...defaultLoaders, ...ofTypeScript, '.js': javascript, '.mjs': javascript, '.cjs': javascript };
  const found = await lilconfig('briefs-mock', { loaders, ignoreEmptySearchPlaces: false })
    .load(path)
    .catch((error: Error) => {
      throw new Error(`the config file ${path} cannot be loaded: ${reasonOf(error, path)}`);
    });
  if (found === null) return {};
  const { config, filepath } = found;
  if (config === undefined) {
    const reason = filepath.endsWith('.json')
      ? 'cannot be loaded: it is not valid JSON: it is empty'
      : 'has no default export; add one, such as `export default { port: 4010 }`';
    throw new Error(`the config file ${filepath} ${reason}`);
  }
  const problem = `the config file ${filepath} is invalid`;
  try {
    return { ...fromFolder(dirname(filepath), checkConfig(config)), config: filepath };
  } catch (error) {
    // A getter of the config may throw anything.
    throw error instanceof MockError ? withPrefix(problem, error) : new Error(`${problem}: ${thrownText(error)}`);
  }
}

/** @throws MockError `malformed_data`, also for a clock or switches that `createMock` would reject */
function checkConfig(config: unknown): Config {
  const wrongKind = wrongFile(config, 'config file');
  if (wrongKind !== undefined) throw malformed(wrongKind);
  const checked = expectValid(configSchema, config, { isSecret: isSecretSetting });
  if (checked.clock !== undefined) clockOption(checked.clock);
  behaviorOf(switchesOf(checked));
  return checked;
}

/** The first config file in a folder, or in the nearest folder above it; not above the home folder. */
function findConfig(folder: string): string | undefined {
  const found = fileNames.map((name) => join(folder, name)).find((path) => existsSync(path));
  const above = dirname(folder);
  return found ?? (folder === resolve(homedir()) || folder === above ? undefined : findConfig(above));
}

/** Other settings, such as `maxSessions`, only have the name of a secret. */
function isSecretSetting(name: string): boolean {
  return name === 'controlToken' || name === 'store' || isSecretSwitch(name);
}

function reasonOf(error: Error, path: string): string {
  if (error.message.startsWith('No loader'))
    return `its name must end with ${extensions.map((e) => `.${e}`).join(', ')}`;
  // The syntax error of a module is not about JSON.
  if (error instanceof SyntaxError && !path.endsWith('.json')) {
    const isModule = /\.c?js$/.test(path) && /'export'|import statement/.test(error.message);
    return isModule
      ? `${error.message}; name it .mjs or .ts${path.endsWith('.cjs') ? '' : ', or set "type": "module" in package.json'}`
      : error.message;
  }
  return fileErrorText(error, path);
}

/** Resolves the file paths of a config against a folder. */
function fromFolder(folder: string, config: Config): Config {
  const paths = settingRows.flatMap(([name, { kind }]) => {
    const file = config[name];
    return kind.isPath && typeof file === 'string' && !isReference(file) ? [[name, resolve(folder, file)]] : [];
  });
  return { ...config, ...Object.fromEntries(paths) };
}
