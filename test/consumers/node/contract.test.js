import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runContract } from './contract.js';

test('the contract', async () => {
  const { passed, failed } = await runContract();
  assert.deepEqual(failed, []);
  assert.ok(passed > 1200, `only ${passed} tests ran`);
});
