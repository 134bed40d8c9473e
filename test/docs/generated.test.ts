import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generatedFiles, root } from '../../scripts/generated/index.js';

// With `--update`, which `npm run generate` gives, this test writes the files.
it.each([...generatedFiles()])('%s is what `npm run generate` writes', async (path, text) => {
  await expect(text).toMatchFileSnapshot(join(root, path));
});
