// Prints "N passed, N failed", summed over the JSON reports of Vitest in a folder.
//
//   node .ci/count.mjs FOLDER

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
let passed = 0;
let failed = 0;

for (const report of readdirSync(folder)) {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(join(folder, report), 'utf8'));
  passed += numPassedTests;
  // A file that could not even be loaded has no tests to count, and is one failure.
  const unloadable = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  failed += numFailedTests + unloadable.length;
}

console.log(`${passed} passed, ${failed} failed`);
