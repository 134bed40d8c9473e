import * as seeds from 'briefs-mock/seeds';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

/** A newspaper name per desk, which shows whether the stories of the desk are in a bundle. */
const NEWSPAPERS = {
  agriculture: 'Dairy Record',
  energy: 'Grid Weekly',
  finance: 'Bourse Daily',
  health: 'Clinical Record',
  policy: 'Regulator Watch',
  regional: 'Borough Bulletin',
  retail: 'Basket Report',
  technology: 'Chip Observer',
  transport: 'Freight Notes',
};
const { scenarios, ...inSeeds } = seeds;
const EVERYTHING = Object.keys(NEWSPAPERS).join(' ');

/** Maps each export to the desks whose stories it needs. */
const exported = {
  newsroom: EVERYTHING,
  empty: '',
  newUser: 'energy health regional',
  powerUser: 'energy finance health policy technology transport',
  noEntitlement: 'energy finance transport',
  expiredTokens: 'health',
  clientRules: 'agriculture finance health retail technology',
  unpublished: 'energy health policy retail transport',
  longLists: 'energy regional',
  awkwardContent: '',
  preferences: '',
  large: EVERYTHING,
};
type Name = keyof typeof exported;
const names = Object.keys(exported) as Name[];

/** Bundles a front end that imports one scenario. */
async function bundleOf(name: Name): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { ${name} } from 'briefs-mock/seeds'; console.log(${name});`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
    // Replaces the tsconfig of the project, which maps the package to its sources.
    tsconfigRaw: {},
  });
  return outputFiles[0]?.text ?? '';
}

describe('A bundle that imports one scenario', () => {
  it('is checked for every scenario', () => {
    const message = '`exported` in this file must have each scenario, with the desks whose stories it needs';
    expect([...names].sort(), message).toEqual(Object.keys(inSeeds).sort());
  });

  it.each(names)('contains only %s, the stories of its desks, and faker only if there are stories', async (name) => {
    const code = await bundleOf(name);
    const found = scenarios.filter(({ description }) => code.includes(description));
    expect(found.map(({ name }) => name.replaceAll('-', ''))).toEqual([name.toLowerCase()]);
    const desks = Object.entries(NEWSPAPERS).flatMap(([desk, newspaper]) => (code.includes(newspaper) ? [desk] : []));
    expect(desks.join(' ')).toBe(exported[name]);
    expect(/faker/i.test(code)).toBe(desks.length > 0);
  });
});
