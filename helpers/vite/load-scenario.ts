import { dirname, isAbsolute, resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { didYouMean } from '../../src/foundation/did-you-mean.js';
import { formatValue } from '../../src/foundation/format-value.js';
import { notFound } from '../../src/foundation/mock-error.js';
import type { Scenario } from '../../src/index.js';
import { isScenario } from '../../src/scenario/scenario.js';

/** The files of a scenario, as far as it is loaded: also the file that it fails in. */
export class ScenarioFiles {
  readonly #paths = new Set<string>();

  add(path: string): void {
    this.#paths.add(path);
  }

  /** Adds a file that is missing, as an import names it: without its ending, or with that of JavaScript for TypeScript. */
  addMissing(path: string): void {
    this.#paths.add(path).add(withoutEnding(path));
  }

  has(file: string): boolean {
    return this.#paths.has(file) || this.#paths.has(withoutEnding(file));
  }

  get paths(): string[] {
    return [...this.#paths];
  }
}

/**
 * Loads a scenario of the package by its name, or one from a file of the project, with the aliases of its Vite config.
 * @param files gets the files that it is loaded from.
 * @throws MockError `not_found` if there is none; what the file throws.
 */
export async function loadScenario(
  scenario: string | Scenario,
  config: ResolvedConfig,
  files: ScenarioFiles,
): Promise<Scenario> {
  if (typeof scenario !== 'string') return scenario;
  if (/[./]/.test(scenario)) return fromFile(scenario, config, files);
  const { scenarios } = await import('../../seeds/index.js');
  const found = scenarios.find(({ name }) => name === scenario);
  if (found !== undefined) return found;
  const names = scenarios.map(({ name }) => name);
  const hint = didYouMean(scenario, { count: names.length, list: () => names });
  const choice = `the scenarios are ${names.join(', ')}; a file is named as ./mocks/scenario.ts`;
  throw notFound(`There is no scenario ${formatValue(scenario)}; ${choice}${hint}`);
}

async function fromFile(
  file: string,
  { root, resolve: { alias } }: ResolvedConfig,
  files: ScenarioFiles,
): Promise<Scenario> {
  const { runnerImport } = await import('vite');
  const path = resolve(root, file);
  files.add(path);
  const { module } = await runnerImport<Record<string, unknown>>(path, {
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { alias },
    plugins: [noticeFiles(files)],
  });
  const scenario = [module.default, ...Object.values(module)].find(isScenario);
  if (scenario !== undefined) return scenario;
  throw notFound(`${file} exports no scenario; export one that defineScenario returns`);
}

function noticeFiles(files: ScenarioFiles): Plugin {
  return {
    name: 'briefs-mock:files',
    enforce: 'pre',
    async resolveId(source, importer = '', options) {
      const found = await this.resolve(source, importer, options);
      // All others are packages, which nobody edits.
      if (!isAbsolute(source) && !source.startsWith('.')) return found;
      if (found === null) files.addMissing(resolve(dirname(importer), source));
      else files.add(found.id.replace(/\?.*/, ''));
      return found;
    },
  };
}

function withoutEnding(path: string): string {
  return path.replace(/(\/index)?\.\w+$/, '');
}
