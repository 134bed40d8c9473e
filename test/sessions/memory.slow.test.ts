import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';

// Speed is not tested here.
vi.setConfig({ testTimeout: 600_000 });

/** Runs an ES module in a process with `gc`, and returns the megabytes that it prints as JSON. */
function megabytes(code: string): Record<string, number> {
  const prepare = `
    import { createMock } from 'briefs-mock';
    import { newsroom } from 'briefs-mock/seeds';
    const headers = { authorization: 'Bearer alice-token' };
    const heap = async () => {
      // Objects that this turn of the event loop has read stay alive until it ends.
      await new Promise(setImmediate);
      gc();
      return process.memoryUsage().heapUsed / 2 ** 20;
    };
  `;
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const args = ['--expose-gc', '--input-type=module', '-e', prepare + code];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`ended with ${status}:\n${stderr}`);
  return JSON.parse(stdout);
}

// The limits are far above the measured values and far below what a copy of the state for each session would take.

it('Sessions: 100 with twenty writes each take less than 40 MB, and health calls less than 6 MB more', () => {
  const { worked, looked } = megabytes(`
    // Global, so that it is not collected.
    globalThis.mock = createMock({ scenario: newsroom });
    await mock.fetch('/__mock/health');
    const idle = await heap();
    const statuses = new Map();
    const write = async (n, path, init) => {
      const { status } = await mock.fetch('/__mock/s/s' + n + path, { headers, ...init });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    for (let n = 0; n < 100; n++) {
      for (let k = 0; k < 20; k++) {
        const body = JSON.stringify([{ fname: 'Bo', lname: 'Ek', email: 'bo-' + k + '@mail.example' }]);
        await write(n, '/user-data/v1/user', { method: 'POST', body });
      }
    }
    if (mock.sessions.list().length !== 100 || statuses.get(200) !== 2_000) throw new Error(JSON.stringify([...statuses]));
    const worked = (await heap()) - idle;
    for (let n = 0; n < 100; n += 3) await mock.fetch('/__mock/s/s' + n + '/__mock/health');
    console.log(JSON.stringify({ worked, looked: (await heap()) - idle }));
  `);
  expect(worked).toBeLessThan(40);
  // A health call makes JSON of the state, half a megabyte, which must not be kept.
  expect((looked ?? 0) - (worked ?? 0)).toBeLessThan(6);
});

it('Sessions: a journal of long URLs takes memory only for the requests that it keeps', () => {
  const { journals } = megabytes(`
    // Global, so that it is not collected.
    globalThis.mock = createMock({ scenario: newsroom, history: false });
    await mock.fetch('/public-api/v1/brief', { headers });
    const before = await heap();
    for (let n = 0; n < 2; n++) {
      for (let k = 0; k < 600; k++) {
        await mock.fetch('/__mock/s/s' + n + '/public-api/v1/brief?k=' + k + '&q=' + 'x'.repeat(12_000), { headers });
      }
    }
    console.log(JSON.stringify({ journals: (await heap()) - before }));
  `);
  // Two journals of a quarter of a megabyte, at most doubled. With all dropped requests it would be 15.
  expect(journals).toBeLessThan(6);
});

it('Sessions: a file that is restored again and again takes its memory once', () => {
  const { restored } = megabytes(`
    // Global, so that it is not collected.
    globalThis.mock = createMock({ scenario: newsroom });
    const body = JSON.stringify(createMock({ scenario: newsroom, seed: 2 }).snapshot());
    const restore = async (count) => {
      for (let n = 0; n < count; n++) {
        const { status } = await mock.fetch('/__mock/restore', { method: 'POST', body });
        if (status !== 200) throw new Error(String(status));
      }
    };
    await restore(2);
    const before = await heap();
    await restore(20);
    console.log(JSON.stringify({ restored: (await heap()) - before }));
  `);
  // Twenty copies would be 18.
  expect(restored).toBeLessThan(6);
});

it('Sessions: of sessions that have ended, only the journals take memory', () => {
  const { ended } = megabytes(`
    // Global, so that it is not collected.
    globalThis.mock = createMock({ scenario: newsroom });
    await mock.fetch('/public-api/v1/brief', { headers });
    const before = await heap();
    for (let n = 0; n < 8; n++) {
      for (let k = 0; k < 240; k++) {
        await mock.fetch('/__mock/s/s' + n + '/public-api/v1/brief?k=' + k + '&q=' + 'x'.repeat(12_000), { headers });
      }
    }
    mock.sessions.endAll();
    console.log(JSON.stringify({ ended: (await heap()) - before }));
  `);
  // Eight journals of half a megabyte. The logs of the sessions would be 25.
  expect(ended).toBeLessThan(12);
});
