import { scenarios } from 'briefs-mock/seeds';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

/** A newspaper of each desk, by which its stories are known. */
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
const EVERYTHING = Object.keys(NEWSPAPERS).join(' ');

/** The exports with the desks whose stories they need. */
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

/** What a bundler makes of a front end that imports one scenario. */
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
    // Not our own one, which leads to the sources.
    tsconfigRaw: {},
  });
  return outputFiles[0]?.text ?? '';
}

describe('what is not imported is not loaded', () => {
  it('holds of every scenario', () => {
    expect(names).toHaveLength(scenarios.length);
  });

  it.each(names)(
    '%s comes alone, with the stories that it tells, and with faker only if it tells some',
    async (name) => {
      const code = await bundleOf(name);
      const found = scenarios.filter(({ description }) => code.includes(description));
      expect(found.map(({ name }) => name.replaceAll('-', ''))).toEqual([name.toLowerCase()]);
      const desks = Object.entries(NEWSPAPERS).flatMap(([desk, newspaper]) => (code.includes(newspaper) ? [desk] : []));
      expect(desks.join(' ')).toBe(exported[name]);
      expect(/faker/i.test(code)).toBe(desks.length > 0);
    },
  );
});
