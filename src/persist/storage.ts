/** A text that a storage keeps, and its position in the order in which texts were added. */
export interface StoredText {
  /** A number above 0, greater than those of all texts that were added before. */
  readonly position: number;
  /** What was added. */
  readonly text: string;
}

/**
 * Where the option `persist` keeps the changes of a mock: a list of texts, which several mocks may share, for example those of
 * the tabs of a browser. If a method rejects, the mock goes on without the storage.
 */
export interface PersistStorage {
  /** Runs one `use` after another, of this mock and of others that share the storage. Resolves or rejects as `use` does. */
  lock<Result>(use: () => Promise<Result>): Promise<Result>;
  /** The texts after a position, in order; all of them after 0. */
  load(after: number): Promise<readonly StoredText[]>;
  /** Adds a text. Resolves with its position when the text is kept: it then survives the end of the page or process. */
  append(text: string): Promise<number>;
  /** Removes all texts and adds one, in one step: after a crash there are either the old ones or the new one. */
  replace(text: string): Promise<number>;
  /** Calls `listener` after another mock has added a text. Without it, a mock sees the change at its next answer. */
  watch?(listener: () => void): void;
}
