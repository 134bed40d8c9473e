import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apps } from '../../bench/explore/harness/apps.js';

for (const [app, faults] of Object.entries(apps)) {
  test(`each planted fault of ${app} is a switch in its source, and each switch is a planted fault`, () => {
    const folder = join('bench', 'explore', 'apps', app);
    const source = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    const switches = source.flatMap((text) => [...text.matchAll(/FAULT [!=]== '([^']+)'/g)].map(([, name]) => name));
    expect([...new Set(switches)].sort()).toEqual(faults.map(({ name }) => name).sort());
  });
}

test('there are four planted faults of each of ten kinds', () => {
  const counts = new Map<string, number>();
  for (const { kind } of Object.values(apps).flat()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  expect([...counts.values()]).toEqual(Array(10).fill(4));
});
