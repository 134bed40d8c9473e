import { createRequire } from 'node:module';

/** Loads a tool from the folder `packages`, which has dependencies of its own. The tools are not typed. */
export const loadTool = createRequire(new URL('packages/package.json', import.meta.url));
