// Writes the files, and the parts of pages, that follow from definitions in the sources: `npm run generate`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFiles, root } from './generated/index.js';

for (const [path, text] of generatedFiles()) writeFileSync(join(root, path), text);
