import { type DBSchema, type IDBPObjectStore, openDB } from 'idb';
import type { PersistStorage } from './storage.js';

const STORE = 'log';

interface Schema extends DBSchema {
  [STORE]: { key: number; value: string };
}

type WritableStore = IDBPObjectStore<Schema, [typeof STORE], typeof STORE, 'readwrite'>;

/**
 * The storage of the browser for an origin and a key: an IndexedDB database of that name, which the tabs use in turns by a Web
 * Lock, and a BroadcastChannel on which they tell each other that they have written.
 * @throws Error if the browser has no such storage, or denies it
 */
export async function openIndexedDb(key: string): Promise<PersistStorage> {
  const name = `briefs-mock:${key}`;
  if (globalThis.indexedDB === undefined) throw new Error('there is no IndexedDB here');
  const locks = globalThis.navigator?.locks;
  if (locks === undefined) throw new Error('there are no Web Locks here, which need HTTPS or localhost');
  const database = await openDB<Schema>(name, 1, {
    upgrade: (created) => void created.createObjectStore(STORE, { autoIncrement: true }),
    // Lets the developer tools delete the database.
    blocking: () => database.close(),
  });
  const channel = new BroadcastChannel(name);

  function begin<Mode extends 'readonly' | 'readwrite'>(mode: Mode) {
    try {
      return database.transaction(STORE, mode);
    } catch (error) {
      // The browser says only that the connection is closed.
      throw new Error('its database was deleted, or the data of the site was cleared', { cause: error });
    }
  }

  async function write(change: (store: WritableStore) => Promise<number>): Promise<number> {
    const { store, done } = begin('readwrite');
    const [position] = await Promise.all([change(store), done]);
    channel.postMessage(position);
    return position;
  }

  return {
    lock: async (use) => await locks.request(name, use),
    load: async (after) => {
      const { store, done } = begin('readonly');
      const newer = IDBKeyRange.lowerBound(after, true);
      const [positions, texts] = await Promise.all([store.getAllKeys(newer), store.getAll(newer), done]);
      return positions.map((position, i) => ({ position, text: texts[i] as string }));
    },
    append: (text) => write((store) => store.add(text)),
    // The positions go on counting.
    replace: (text) =>
      write(async (store) => {
        await store.clear();
        return store.add(text);
      }),
    watch: (listener) => channel.addEventListener('message', listener),
  };
}
