import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { literalSource } from '../foundation/literal-source.js';
import { thrownText } from '../foundation/thrown-text.js';
import { failing } from '../server/snapshot-file.js';

/**
 * Loads a module in TypeScript or JavaScript: all that it exports, or with `default: true` its default export, which is undefined if it
 * has none. All that a CommonJS module exports is its default export.
 */
export async function loadModule<Exports>(file: string, options?: { default: true }): Promise<Exports> {
  // Loaded on demand, because it would slow down every start without such a file.
  const { createJiti } = await import('jiti');
  const path = resolve(file);
  await access(path);
  const loading = createJiti(import.meta.url).import<{ default?: unknown }>(path);
  const loaded = loading.then((module) => (options?.default ? defaultOf(module) : module) as Exports);
  return untilLoaded(loaded, path);
}

/** The option `default` of jiti would take all exports of an ES module for its default export if it has none. */
function defaultOf(module: { default?: unknown }): unknown {
  const isMissing = Object.hasOwn(module, '__esModule') && !('default' in module);
  return isMissing ? undefined : (module.default ?? module);
}

/**
 * Waits for a module to load. @throws Error that it throws, with the line of the module, or if the process would end first, because the
 * module waits for something that never happens.
 */
export async function untilLoaded<Module>(loading: Promise<Module>, path: string): Promise<Module> {
  let onEnd = () => {};
  const ending = new Promise<never>((_, reject) => {
    onEnd = () => reject(new Error('it never finishes loading'));
  });
  process.once('beforeExit', onEnd);
  try {
    return await Promise.race([loading, ending]);
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(thrownText(thrown));
    // Not an assignment, because that of a DOMException is read-only.
    throw Object.defineProperty(error, 'message', { value: messageOf(error, path) });
  } finally {
    process.off('beforeExit', onEnd);
  }
}

/** What an error says that a module has thrown, with the line of the module, if the stack names it. */
function messageOf({ message, stack = '' }: Error, path: string): string {
  // The files of this package that loaded it say nothing to a user.
  const text = message.replace(/\nRequire stack:\n[\s\S]*/, '');
  const place = new RegExp(`${literalSource(path)}:(\\d+)`).exec(stack.replaceAll(pathToFileURL(path).href, path));
  return place === null || text.includes(place[0]) ? text : `${text} (line ${place[1]})`;
}

/** As `loadModule`; `what` says what the module contains. @throws Error that names the file */
export async function importFile<Exports>(file: string, what: string, options?: { default: true }): Promise<Exports> {
  return loadModule<Exports>(file, options).catch(failing(`${what} in ${file} cannot be loaded`, file));
}
