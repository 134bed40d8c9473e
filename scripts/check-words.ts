// The part of `npm run check:lint` that reads words: phrases and the names of types.
import { join } from 'node:path';
import { problemsBelow } from './plain-english.js';
import { doubledTypeNames } from './type-names.js';

const root = join(import.meta.dirname, '..');
const problems = [...problemsBelow(root), ...doubledTypeNames(root).map((one) => `two types have the name ${one}`)];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
