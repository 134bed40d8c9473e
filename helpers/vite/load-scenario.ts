import { resolve } from 'node:path';
import type { ResolvedConfig } from 'vite';
import { didYouMean } from '../../src/foundation/did-you-mean.js';
import { formatValue } from '../../src/foundation/format-value.js';
import { MockError, type Scenario } from '../../src/index.js';
import { isScenario } from '../../src/scenario/scenario.js';

/** A scenario, and the files that it was loaded from. */
export interface LoadedScenario {
  readonly scenario: Scenario;
  readonly files: readonly string[];
}

/**
 * Loads a scenario of the package by its name, or one from a file of the project, with the aliases of its Vite config.
 * @throws MockError `not_found` if there is none; what the file throws.
 */
export async function loadScenario(scenario: string | Scenario, config: ResolvedConfig): Promise<LoadedScenario> {
  if (typeof scenario !== 'string') return { scenario, files: [] };
  if (/[./]/.test(scenario)) return fromFile(scenario, config);
  const { scenarios } = await import('../../seeds/index.js');
  const found = scenarios.find(({ name }) => name === scenario);
  if (found !== undefined) return { scenario: found, files: [] };
  const names = scenarios.map(({ name }) => name);
  const hint = didYouMean(scenario, { count: names.length, list: () => names });
  const choice = `the scenarios are ${names.join(', ')}; a file is named as ./mocks/scenario.ts`;
  throw new MockError('not_found', `There is no scenario ${formatValue(scenario)}; ${choice}${hint}`);
}

async function fromFile(file: string, { root, resolve: { alias } }: ResolvedConfig): Promise<LoadedScenario> {
  const { runnerImport } = await import('vite');
  const path = resolve(root, file);
  const { module, dependencies } = await runnerImport<Record<string, unknown>>(path, {
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { alias },
  });
  const scenario = [module.default, ...Object.values(module)].find(isScenario);
  if (scenario === undefined) {
    throw new MockError('not_found', `${file} exports no scenario; export one that defineScenario returns`);
  }
  return { scenario, files: [path, ...dependencies.map((one) => resolve(root, one))] };
}
