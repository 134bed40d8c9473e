import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

// The names that each entry exports are in test/package/install.test.ts.
it('the package has these entries, each for import and require, and these commands', () => {
  expect(Object.keys(manifest.exports).sort()).toEqual([
    '.',
    './conform',
    './console',
    './explore',
    './fetch',
    './handlers',
    './matchers',
    './package.json',
    './playwright',
    './schemas',
    './seeds',
    './server',
    './storybook',
    './vite',
    './vitest',
  ]);
  for (const entry of Object.values(manifest.exports)) {
    if (typeof entry === 'object') expect(Object.keys(entry)).toEqual(['import', 'require']);
  }
  expect(manifest.bin).toEqual({ 'briefs-mock': 'dist/cli.js' });
});
