// Prints the tests that failed with their messages, then "N passed, N failed", summed over the JSON reports of Vitest in a folder.
//
//   node .ci/count.mjs FOLDER

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The longest part of a message to print, in lines and without the calls in packages: the whole one is where the test ran. */
const LINES = 40;

const folder = process.argv[2];
let passed = 0;
let failed = 0;

for (const report of readdirSync(folder)) {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(join(folder, report), 'utf8'));
  passed += numPassedTests;
  // A file that could not even be loaded has no tests to count, and is one failure.
  const unloadable = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  failed += numFailedTests + unloadable.length;
  for (const { name, message } of unloadable) print(name, 'could not be loaded', [message]);
  for (const { name, assertionResults } of testResults) {
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === 'failed') print(name, fullName, failureMessages);
    }
  }
}

console.log(`${passed} passed, ${failed} failed`);

function print(file, title, messages) {
  console.log(`=== FAILED TEST: ${relative('.', file)}: ${title}`);
  for (const message of messages) {
    const lines = message.split('\n').filter((line) => !/^ +at .*node_modules/.test(line));
    for (const line of lines.slice(0, LINES)) console.log(`    ${line}`);
  }
}
