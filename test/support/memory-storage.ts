import { setImmediate as pause } from 'node:timers/promises';
import type { PersistStorage, StoredText } from 'briefs-mock';

/** A storage that mocks of one process share, as tabs share that of the browser. */
export class MemoryStorage {
  texts: StoredText[] = [];
  /** The method that fails from now on. */
  broken: keyof PersistStorage | undefined;
  #position = 0;
  #turn: Promise<unknown> = Promise.resolve();
  readonly #listeners = new Map<PersistStorage, () => void>();

  /** A storage with what this one has now, as it is found after a crash. */
  crashed(): MemoryStorage {
    const copy = new MemoryStorage();
    copy.texts = this.texts;
    copy.#position = this.#position;
    return copy;
  }

  /** The storage as one tab sees it. With `isWatching`, the tab is notified of what others have written. */
  tab({ isWatching = false } = {}): PersistStorage {
    const add = async (text: string, isReplacing: boolean) => {
      this.#expectWorking(isReplacing ? 'replace' : 'append');
      await pause();
      this.#position++;
      this.texts = [...(isReplacing ? [] : this.texts), { position: this.#position, text }];
      for (const [other, listener] of this.#listeners) if (other !== tab) void pause().then(listener);
      return this.#position;
    };
    const tab: PersistStorage = {
      lock: (use) => {
        this.#expectWorking('lock');
        const result = this.#turn.then(use);
        this.#turn = result.catch(() => {});
        return result;
      },
      load: async (after) => {
        this.#expectWorking('load');
        await pause();
        return this.texts.filter(({ position }) => position > after);
      },
      append: (text) => add(text, false),
      replace: (text) => add(text, true),
      ...(isWatching && { watch: (listener: () => void) => void this.#listeners.set(tab, listener) }),
    };
    return tab;
  }

  #expectWorking(method: keyof PersistStorage): void {
    if (this.broken === method) throw new Error(`${method} fails`);
  }
}
