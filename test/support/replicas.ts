import { createMock, type Mock, type MockOptions } from 'briefs-mock';
import { createServer, type MockServer, type StoreLog } from 'briefs-mock/server';
import { onTestFinished, vi } from 'vitest';
import type { MemoryStore } from './memory-log.js';
import { summaryOf, withNumber } from './replica-law.js';
import { requestOf, type Sent } from './session-worlds.js';

/** A server that shares a store with others. */
export interface TestReplica {
  readonly mock: Mock;
  readonly server: MockServer;
  readonly problems: string[];
  /** Resolves when it was killed. */
  readonly death: Promise<undefined>;
  /** Ends it as `kill -9` would: it reaches the store no more, and nobody gets its answers. */
  kill(): void;
}

/** `spoil` gives the replica a log that does not work as it should. */
export async function startReplica(
  store: MemoryStore,
  options: MockOptions,
  spoil: (log: StoreLog) => StoreLog = (log) => log,
): Promise<TestReplica> {
  const mock = createMock(options);
  const problems: string[] = [];
  const log = spoil(store.connect());
  let isDead = false;
  const gone = () => new Promise<never>(() => {});
  const server = createServer(mock, {
    port: 0,
    onProblem: (message) => problems.push(message),
    store: {
      ...log,
      find: () => (isDead ? gone() : log.find()),
      begin: (...parts) => (isDead ? gone() : log.begin(...parts)),
      exchange: (...parts) => (isDead ? gone() : log.exchange(...parts)),
      saveCheckpoint: (...parts) => (isDead ? gone() : log.saveCheckpoint(...parts)),
      attempt: (...parts) => (isDead ? gone() : (log.attempt?.(...parts) ?? gone())),
      survive: (...parts) => (isDead ? gone() : (log.survive?.(...parts) ?? gone())),
      close: () => log.close(),
    },
  });
  await server.listen();
  onTestFinished(() => (isDead ? undefined : server.close()));
  let die = () => {};
  const death = new Promise<undefined>((resolve) => {
    die = () => resolve(undefined);
  });
  const kill = () => {
    isDead = true;
    die();
  };
  return { mock, server, problems, death, kill };
}

/** Something that others wait for until it is opened. */
export function gate(): { readonly open: () => void; readonly isOpen: Promise<void> } {
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), isOpen };
}

/** From now on, the timers of replicas wait for the returned function, in which a number of seconds passes. */
export function controlTime(): (seconds: number) => Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  return async (seconds) => {
    for (let n = 0; n < seconds * 20; n++) {
      await vi.advanceTimersByTimeAsync(50);
      // The store answers.
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    }
  };
}

/** A broken log, which tells a replica of its own batch before it is appended. */
export const hasty = (log: StoreLog): StoreLog => ({
  ...log,
  exchange: async (position, batch) => {
    const batches = await log.exchange(position);
    if (batches === undefined || batch === undefined) return batches;
    setImmediate(() => void log.exchange(position, batch).catch(() => {}));
    return [...batches, { ...batch, position: batches.at(-1)?.position ?? position, at: Date.now() }];
  },
});

/** The answer to the request of a test with a number. */
export async function answerTo(mock: Mock, sent: Sent, number: number): Promise<string> {
  try {
    return await summaryOf(await mock.fetch(requestOf('http://mock.example', withNumber(sent, number))));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return 'broken';
  }
}
