import { control } from '../../control/index.js';
import { services } from '../../services/index.js';
import { print } from '../output.js';

/** Prints the routes of the three APIs and of the control API. */
export async function routes(): Promise<void> {
  const apis = [...services, await control.load()];
  const all = apis.flatMap(({ routes }) => routes);
  const widest = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length));
  const methods = widest(all.map(({ method }) => method));
  const paths = widest(all.flatMap(({ path, aliases }) => [path, ...aliases.map(aliasLine)]));
  const summaries = widest(all.map(({ summary }) => summary));

  const texts = apis.map(({ name, routes }) => {
    const lines = routes.flatMap(({ method, path, aliases, summary, decisions }) => [
      [method.padEnd(methods), path.padEnd(paths), summary.padEnd(summaries), decisions.join(' ')],
      ...aliases.map((alias) => [' '.repeat(methods), aliasLine(alias)]),
    ]);
    return [name, ...lines.map((cells) => `  ${cells.join('  ')}`.trimEnd())].join('\n');
  });
  print(texts.join('\n\n'));
}

/** An alias as it is printed below its path. */
function aliasLine(alias: string): string {
  return `or ${alias}`;
}
