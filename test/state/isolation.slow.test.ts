import { createMock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { PROCESS_TIMEOUT, runModule } from '../support/state-process.js';
import { bytesOf, world } from '../support/state-world.js';

describe('State: mocks share nothing', () => {
  it('two mocks of one scenario start equal and do not affect each other', async () => {
    const [one, other] = [createMock({ scenario: world }), createMock({ scenario: world })];
    const before = bytesOf(other);
    expect(bytesOf(one)).toBe(before);
    one.data.user.update({ where: { id: { equals: 1 } }, data: { email: 'anna@acme.example' } });
    one.data.brief.deleteMany({ where: {} });
    one.data.client.create({ name: 'New', short_name: 'new', display_name: 'New', type: 'x' });
    one.clock.advance({ days: 1 });
    await one.fetch('/__mock/health');
    expect(bytesOf(other)).toBe(before);
    expect(other.tokenFor('ann@acme.example')).toBe('ann-token');
    const idOf = async (mock: typeof one) => (await mock.fetch('/__mock/health')).headers.get('x-request-id');
    const first = await idOf(other);
    expect(await idOf(createMock({ scenario: world }))).toBe(first);
    expect(await idOf(one)).not.toBe(first);
  });

  it('a fork starts with the state of its origin, and then neither affects the other', async () => {
    const mock = createMock({ scenario: world, seed: 4 });
    mock.data.application.create({ name: 'before' });
    mock.clock.advance({ minutes: 1 });
    await mock.fetch('/__mock/health');
    const fork = mock.fork();
    expect(bytesOf(fork)).toBe(bytesOf(mock));
    const idOf = async (one: typeof mock) => (await one.fetch('/__mock/health')).headers.get('x-request-id');
    expect(await idOf(fork)).toBe(await idOf(mock));

    const before = bytesOf(fork);
    mock.data.user.deleteMany({ where: {} });
    mock.reset({ seed: 5 });
    expect(bytesOf(fork)).toBe(before);
    const origin = bytesOf(mock);
    fork.data.brief.updateMany({ where: {}, data: { name: 'Renamed' } });
    const grandchild = fork.fork();
    grandchild.data.brief.deleteMany({ where: {} });
    expect(bytesOf(mock)).toBe(origin);
    expect(fork.data.brief.count()).toBe(2);
  });

  it('reset() of a fork returns to the baseline of its origin', () => {
    const mock = createMock({ scenario: world });
    const start = bytesOf(mock);
    mock.data.application.create();
    const fork = mock.fork();
    fork.reset();
    expect(bytesOf(fork)).toBe(start);
    expect(mock.data.application.count()).toBe(3);
  });

  it('a scenario is run once per mock and seed, and not for fork(), reset() or restore()', () => {
    let runs = 0;
    const counted = {
      ...world,
      seed: (context: Parameters<typeof world.seed>[0]) => {
        runs++;
        world.seed(context);
      },
    };
    const mock = createMock({ scenario: counted });
    createMock({ scenario: counted });
    expect(runs).toBe(2);
    mock.fork().reset();
    mock.reset();
    mock.restore(mock.snapshot());
    expect(runs).toBe(2);
    mock.reset({ seed: 9 });
    expect(runs).toBe(3);
  });
});

/** Each thread creates a mock, writes its name into it, and later reports the records that it sees. */
const thread = `
  const run = async (name) => {
    globalThis.window = globalThis;
    const { createMock, defineScenario } = await import('briefs-mock');
    const scenario = defineScenario({
      name: 'shared',
      description: '',
      clock: '2026-03-04T09:00:00Z',
      personas: [],
      seed: ({ data }) => void data.application.create({ name: 'reader' }),
    });
    const mock = createMock({ scenario });
    const fork = mock.fork();
    mock.data.application.create({ name });
    mock.data.application.update({ where: { id: { equals: 1 } }, data: { description: name } });
    await mock.fetch('/__mock/health');
    return () => JSON.stringify([mock.data.application.getAll(), fork.data.application.getAll(), mock.snapshot().counters.application]);
  };
`;

describe('State: threads and processes', () => {
  it(
    'two workers and the main thread only see their own writes, and the process ends',
    () => {
      const output = runModule(`
        import { once } from 'node:events';
        import { Worker } from 'node:worker_threads';
        ${thread}
        const code = ${JSON.stringify(thread)} + \`
          import('node:worker_threads').then(async ({ parentPort, workerData }) => {
            const report = await run(workerData);
            parentPort.once('message', () => parentPort.postMessage(report()));
            parentPort.postMessage('written');
          });
        \`;
        const workers = ['one', 'two'].map((workerData) => new Worker(code, { eval: true, workerData }));
        // From now on, because a worker can be done before the main thread.
        const written = Promise.all(workers.map((worker) => once(worker, 'message')));
        const report = await run('main');
        await written;
        // Lets pending messages between threads arrive.
        for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
        const reports = workers.map((worker) => once(worker, 'message'));
        for (const worker of workers) worker.postMessage('report');
        const fromWorkers = (await Promise.all(reports)).map(([message]) => message);
        console.log(JSON.stringify([report(), ...fromWorkers].map((text) => JSON.parse(text))));
      `);
      const [start, ...rest] = JSON.parse(output);
      const names = [start, ...rest].map(([records]) =>
        records.map(({ name, description }: Record<string, unknown>) => [name, description]),
      );
      expect(names).toEqual(
        ['main', 'one', 'two'].map((name) => [
          ['reader', name],
          [name, null],
        ]),
      );
      for (const [, fork, counter] of [start, ...rest]) {
        expect(fork).toEqual([{ id: 1, name: 'reader', description: null }]);
        expect(counter).toBe(2);
      }
    },
    PROCESS_TIMEOUT,
  );

  it.each([
    ['in Node', ''],
    ['with a global window', 'globalThis.window = globalThis; globalThis.self = globalThis;'],
  ])(
    'a process with mocks ends by itself, %s',
    (_, prepare) => {
      const output = runModule(`
        ${prepare}
        const { createMock } = await import('briefs-mock');
        const mock = createMock();
        mock.clock.unfreeze();
        const fork = mock.fork();
        fork.data.application.create({ name: 'x' });
        mock.restore(JSON.parse(JSON.stringify(fork.snapshot())));
        await mock.fetch('/public-api/v1/brief');
        console.log(mock.data.application.count());
      `);
      expect(output.trim()).toBe('1');
    },
    PROCESS_TIMEOUT,
  );
});
