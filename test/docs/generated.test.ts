import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generatedFiles, root } from '../../scripts/generated/index.js';

it.each([...generatedFiles()])('%s is what `npm run generate` writes', (path, text) => {
  expect(readFileSync(join(root, path), 'utf8')).toBe(text);
});
