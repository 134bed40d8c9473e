/** A value that a page keeps over its reloads. */
interface Stored<Value> {
  get(): Value | undefined;
  set(value: Value): void;
}

/** One in a storage of the page. A page may forbid storage, or somebody else may have written there: then nothing is kept. */
export function stored<Value>(storage: () => Storage, key: string): Stored<Value> {
  return {
    get() {
      try {
        return JSON.parse(storage().getItem(key) ?? 'null') ?? undefined;
      } catch {
        return undefined;
      }
    },
    set(value) {
      try {
        storage().setItem(key, JSON.stringify(value));
      } catch {}
    },
  };
}
