import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'vite';

test('a production build has nothing of the mock in it', async () => {
  const { output } = await build({ build: { write: false }, logLevel: 'warn' });
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
  assert.ok(modules.some((id) => id.endsWith('briefs.ts')));
  assert.deepEqual(
    modules.filter((id) => /node_modules\/(briefs-mock|msw)\//.test(id)),
    [],
  );
  assert.deepEqual(
    output.map(({ fileName }) => fileName).filter((name) => /mock/i.test(name)),
    [],
  );
});
