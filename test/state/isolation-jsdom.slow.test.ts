// @vitest-environment jsdom
import { afterAll, describe, expect, it } from 'vitest';

/** Records opened channels and sent messages; installed before the package is loaded. */
const opened: string[] = [];
const Original = globalThis.BroadcastChannel;
class Spy extends EventTarget {
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
    opened.push(name);
  }

  postMessage(): void {
    opened.push(`message on ${this.name}`);
  }

  close(): void {}
}
globalThis.BroadcastChannel = Spy as unknown as typeof BroadcastChannel;
window.BroadcastChannel = globalThis.BroadcastChannel;
const { createMock } = await import('briefs-mock');
const { bytesOf, world } = await import('../support/state-world.js');
const { PROCESS_TIMEOUT, runModule } = await import('../support/state-process.js');

afterAll(() => {
  globalThis.BroadcastChannel = Original;
});

describe('State: in a browser page (jsdom)', () => {
  it('a mock never opens a BroadcastChannel', async () => {
    expect(typeof window).toBe('object');
    new BroadcastChannel('of the test');
    expect(opened.splice(0)).toEqual(['of the test']);

    const mock = createMock({ scenario: world });
    mock.data.user.create({ fname: 'Di', lname: 'Fo', email: 'di@acme.example' });
    mock.data.user.update({ where: { id: { equals: 1 } }, data: { fname: 'Anna' } });
    mock.data.user.delete({ where: { id: { equals: 2 } } });
    mock.fork().reset();
    await mock.fetch('http://localhost/__mock/health');
    expect(opened).toEqual([]);
  });

  it('two mocks do not share records', () => {
    const [one, other] = [createMock({ scenario: world }), createMock({ scenario: world })];
    const before = bytesOf(other);
    one.data.user.deleteMany({ where: {} });
    one.data.article.updateMany({ where: {}, data: { title: 'Changed' } });
    expect(bytesOf(other)).toBe(before);
  });

  it('a snapshot can be restored from JSON', () => {
    const mock = createMock({ scenario: world });
    const bytes = bytesOf(mock);
    mock.data.brief.deleteMany({ where: {} });
    mock.restore(JSON.parse(bytes));
    expect(bytesOf(mock)).toBe(bytes);
    expect(mock.fingerprint()).toMatch(/^[0-9a-f]{64}$/);
  });

  it(
    'the default scenario is the same as outside a page',
    () => {
      const outside = runModule(`
        import { createMock } from 'briefs-mock';
        console.log(createMock().fingerprint());
      `);
      expect(createMock().fingerprint()).toBe(outside.trim());
    },
    PROCESS_TIMEOUT,
  );

  it('X14: fault rules work without structuredClone, which jsdom lacks', () => {
    const { structuredClone } = globalThis;
    Reflect.deleteProperty(globalThis, 'structuredClone');
    try {
      const { faults } = createMock();
      const body = { error: ['odd'] };
      faults.add({ status: 500, body });
      body.error.push('changed since');
      expect(faults.all()).toEqual([{ id: 1, status: 500, body: { error: ['odd'] }, hits: 0 }]);
    } finally {
      globalThis.structuredClone = structuredClone;
    }
  });
});
