import { resolve } from 'node:path';
import { countOf } from '../foundation/count-of.js';
import type { BehaviorOptions } from '../index.js';
import { readJsonFile } from '../server/snapshot-file.js';
import { print } from './output.js';
import { writeJson } from './write-document.js';

/**
 * Sets switches in a config file in JSON, or in a new one. A config file that is a program is not changed: then the option `behavior`
 * is printed.
 */
export async function writeBehavior(
  behavior: BehaviorOptions,
  configFile: string | undefined,
  note: (text: string) => void,
): Promise<void> {
  const count = Object.keys(behavior).length;
  if (count === 0)
    return note('nothing is written, because every switch that could be determined is set as on the server');
  const file = configFile ?? resolve('briefs-mock.config.json');
  if (!file.endsWith('.json')) {
    note(`add this to ${file}, which is a program and is not changed:`);
    print(`behavior: ${JSON.stringify(behavior, null, 2)}`);
    return;
  }
  const config = configFile === undefined ? {} : ((await readJsonFile(file)) as Record<string, unknown>);
  // Some switches have a setting of the same name, which overrides `behavior`.
  const entries = Object.entries(behavior);
  const settings = Object.fromEntries(entries.filter(([key]) => key in config));
  const others = Object.fromEntries(entries.filter(([key]) => !(key in config)));
  const merged = { ...config, ...settings, behavior: { ...(config.behavior as object | undefined), ...others } };
  await writeJson(merged, file);
  note(`set ${countOf(count, 'switch', 'switches')} in ${file}: ${Object.keys(behavior).join(', ')}`);
}
