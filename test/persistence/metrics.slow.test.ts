import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startHere, temporaryFolder } from '../support/cli.js';
import { parseMetrics } from '../support/prometheus.js';

async function stateMetricsOf(url: string) {
  const metrics = parseMetrics(await (await fetch(`${url}/__mock/metrics`)).text());
  const saves = metrics.get('briefs_mock_state_saves_total')?.samples ?? [];
  return {
    saves: Object.fromEntries(saves.map(({ labels, value }) => [labels.result, value])),
    log: metrics.get('briefs_mock_state_log_bytes')?.samples[0]?.value,
  };
}

const create = (url: string) =>
  fetch(`${url}/user-data/v1/client`, {
    method: 'POST',
    body: JSON.stringify([{ name: 'one', short_name: 'one', display_name: 'one', type: 'company' }]),
  });

it('GET /__mock/metrics shows the saves of the state file, and the changes that are only in its log', async () => {
  const { url } = await startHere(['--scenario', 'empty', '--state', join(await temporaryFolder(), 'state.json')]);
  expect(await stateMetricsOf(url)).toEqual({ saves: { success: 1, failure: 0 }, log: 0 });
  // The quiet period after which the log is folded does not end yet.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await create(url);
  expect((await stateMetricsOf(url)).log).toBeGreaterThan(0);
  vi.advanceTimersByTime(600_000);
  vi.useRealTimers();
  const saved = { saves: { success: 2, failure: 0 }, log: 0 };
  await expect.poll(() => stateMetricsOf(url)).toEqual(saved);
});

it('GET /__mock/metrics counts failed saves', async () => {
  const file = join(await temporaryFolder(), 'state.json');
  const { url } = await startHere(['--scenario', 'empty', '--state', file]);
  // The server does not overwrite a read-only file.
  await chmod(file, 0o400);
  await create(url);
  await expect.poll(async () => (await stateMetricsOf(url)).saves.failure).toBeGreaterThan(0);
  expect((await stateMetricsOf(url)).log).toBeGreaterThan(0);
});

it('GET /__mock/metrics shows nothing of a state file to a server without one', async () => {
  const { url } = await startHere(['--scenario', 'empty']);
  expect(await stateMetricsOf(url)).toEqual({ saves: {}, log: undefined });
});
