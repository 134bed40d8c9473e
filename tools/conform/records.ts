import { getOrInsert } from '../../src/foundation/get-or-insert.js';
import { hasMore } from '../../src/protocol/has-more.js';
import { isSuccess, requestInit } from './api.js';
import type { Json } from './case.js';
import { type Context, markerOf } from './context.js';
import { hasText, pathOf, type RecordKind, recordKinds, recordPath, refersTo, staysAsDeleted } from './kinds.js';
import type { ReceivedAnswer } from './target.js';

/** What must be removed after a run that was killed. It is written down before anything is created. */
export interface LedgerEntry {
  /** The id of the run. */
  readonly run: string;
  /** The kinds of records that the run creates. */
  readonly kinds: readonly RecordKind[];
  /** The bookmarks that the run adds. */
  readonly bookmarks: readonly AddedBookmark[];
}

/** A bookmark that a run adds. */
export interface AddedBookmark {
  /** The path that adds and removes it. */
  readonly path: string;
  /** The reader. */
  readonly email: string;
}

/** Where entries are kept, so that a later run finds those of a run that was killed. */
export interface Ledger {
  /** The entries of runs that have ended without removing everything. */
  read(): Promise<readonly LedgerEntry[]>;
  /** Replaces the entry of a run. */
  write(entry: LedgerEntry): Promise<void>;
  /** Removes the entry of a run, which has left nothing. */
  remove(run: string): Promise<void>;
}

/** A request that removes something. */
interface Removal {
  readonly path: string;
  readonly token: string | undefined;
}

/** What a search has found of a kind. */
interface Search {
  readonly kind: RecordKind;
  readonly found: readonly Json[];
  /** Whether the list does not say that there are more records. */
  readonly isWhole: boolean;
}

/** Some tables keep the records that were removed, and mark them. */
const isThere = (kind: RecordKind, { status }: Json) => !(staysAsDeleted.includes(kind) && status === 'deleted');

/** Removes what a run creates. */
export class CreatedRecords {
  readonly #context: Context;
  readonly #ledger: Ledger | undefined;
  readonly #kinds = new Set<RecordKind>();
  /** The error of the ledger, after which nothing more is created. */
  failure: { readonly error: unknown } | undefined;
  readonly #bookmarks = new Map<string, AddedBookmark>();
  /** What the cases could not remove. */
  readonly #left = new Map<string, Removal>();
  /** How many records the cases have created that no answer has shown. */
  readonly #unseen = new Map<RecordKind, number>();
  /** The kinds of which the cases may have created records that no answer has shown, in an unknown number. */
  readonly #uncertain = new Set<RecordKind>();
  /** The ids of the records that the cases have created, also of those that they have removed. */
  readonly #ids = new Map<RecordKind, Set<unknown>>();
  /** The entries are written one after the other. */
  #writing: Promise<void> = Promise.resolve();

  constructor(context: Context, ledger: Ledger | undefined) {
    this.#context = context;
    this.#ledger = ledger;
  }

  /** Writes down that records of these kinds will be created. @throws the error of the ledger */
  async announce(kinds: readonly RecordKind[]): Promise<void> {
    const before = this.#kinds.size;
    for (const kind of kinds) this.#kinds.add(kind);
    // Another case may have announced the same, and may still be writing it down.
    await (this.#kinds.size > before ? this.#save() : this.#writing);
    if (this.failure !== undefined) throw this.failure.error;
  }

  /** @throws the error of the ledger */
  async announceBookmark(bookmark: AddedBookmark): Promise<void> {
    this.#bookmarks.set(bookmark.path, bookmark);
    await this.#save();
    if (this.failure !== undefined) throw this.failure.error;
  }

  /** Remembers that a case has created a record. */
  note(kind: RecordKind, id: unknown): void {
    getOrInsert(this.#ids, kind, () => new Set()).add(id);
  }

  /** Remembers that a case may have created records of these kinds, which only a whole list can show. */
  addUncertain(kinds: readonly RecordKind[]): void {
    for (const kind of kinds) this.#uncertain.add(kind);
  }

  /** Remembers that a case has created records that the answer does not show. */
  addUnseen(kind: RecordKind, count: number): void {
    if (count > 0) this.#unseen.set(kind, (this.#unseen.get(kind) ?? 0) + count);
  }

  /** Removes what a case has created, the latest first. */
  async remove(removals: readonly Removal[]): Promise<void> {
    for (const removal of removals.toReversed()) {
      if (await this.#isRemoved(removal)) {
        this.#left.delete(removal.path);
        if (this.#bookmarks.delete(removal.path)) await this.#save();
      } else this.#left.set(removal.path, removal);
    }
  }

  /** Removes what the cases have left, and searches for more. Returns what remains. */
  async finish(): Promise<string[]> {
    if (this.#kinds.size === 0 && this.#bookmarks.size === 0) return [];
    await this.remove([...this.#left.values()]);
    const { run } = this.#context.settings;
    const entry = { run, kinds: [...this.#kinds], bookmarks: [...this.#bookmarks.values()] };
    const left = await this.#sweep(
      entry,
      ({ kind, found, isWhole }) =>
        found.length >= (this.#unseen.get(kind) ?? 0) && (isWhole || !this.#uncertain.has(kind)),
    );
    if (left.length === 0) await this.#ledger?.remove(run);
    return left;
  }

  /** Removes what earlier runs have left. Returns what remains. */
  async removeLeftovers(): Promise<string[]> {
    const left: string[] = [];
    for (const entry of (await this.#ledger?.read()) ?? []) {
      const remains = await this.#sweep(entry, ({ isWhole }) => isWhole);
      left.push(...remains);
      if (remains.length === 0) await this.#ledger?.remove(entry.run);
    }
    return left;
  }

  /**
   * Finds the records of a run by its marker, and those that refer to them, and removes them. `hasAll` says whether there can be no
   * more of a kind. Returns what remains.
   */
  async #sweep({ run, kinds, bookmarks }: LedgerEntry, hasAll: (search: Search) => boolean): Promise<string[]> {
    const { serviceToken, tokens } = this.#context.settings;
    const left: string[] = [];
    for (const { path, email } of bookmarks) {
      const token = tokens.get(email);
      if (token === undefined) left.push(`DELETE ${path} as ${email} (it needs the token of this user)`);
      else if (!(await this.#isRemoved({ path, token }))) left.push(`DELETE ${path} as ${email}`);
    }
    const own = new Map<RecordKind, Json[]>();
    // A server may keep what refers to a record that a case has removed. If the id is in use again, it is that of others.
    const gone = new Map<RecordKind, readonly unknown[]>();
    const isOwn = (kind: RecordKind, id: unknown) =>
      own.get(kind)?.some((record) => record.id === id) === true || gone.get(kind)?.includes(id) === true;
    for (const kind of recordKinds.filter((one) => kinds.includes(one))) {
      const listed = await this.#list(pathOf(kind));
      const { records = [], isWhole = false } = listed ?? {};
      const found = records.filter((record) => hasText(record, markerOf(run)) || refersTo(record, kind, isOwn));
      const isRemovable = found.every(({ id }) => recordPath(kind, id) !== undefined);
      if (listed === undefined || !isRemovable || !hasAll({ kind, found, isWhole }))
        left.push(`DELETE ${pathOf(kind)}/<id> for each record with ${markerOf(run)} in a text`);
      own.set(kind, found);
      const ids = isWhole ? [...(this.#ids.get(kind) ?? [])] : [];
      const listedIds = new Set(records.map(({ id }) => id));
      gone.set(
        kind,
        ids.filter((id) => !listedIds.has(id)),
      );
    }
    const removed = new Set<string>();
    for (const kind of recordKinds.toReversed()) {
      for (const { id } of own.get(kind)?.filter((record) => isThere(kind, record)) ?? []) {
        const path = recordPath(kind, id);
        if (path === undefined) continue;
        if (await this.#isRemoved({ path, token: serviceToken })) removed.add(path);
        else left.push(`DELETE ${path}`);
      }
    }
    return [...left, ...(await this.#stillThere(removed))];
  }

  /** The records that are still there although the server has said that it removed them. */
  async #stillThere(removed: ReadonlySet<string>): Promise<string[]> {
    const left: string[] = [];
    for (const kind of recordKinds) {
      const path = pathOf(kind);
      if (![...removed].some((one) => one.startsWith(`${path}/`))) continue;
      for (const record of (await this.#list(path))?.records ?? []) {
        const own = recordPath(kind, record.id) ?? '';
        if (removed.has(own) && isThere(kind, record)) left.push(`DELETE ${own} (the server said that it did)`);
      }
    }
    return left;
  }

  /** The records in a list, and whether it does not say that there are more; undefined if it cannot be read. */
  async #list(path: string): Promise<{ records: Json[]; isWhole: boolean } | undefined> {
    const answer = await this.#send('GET', { path, token: this.#context.settings.serviceToken });
    const body: Json = answer?.body;
    const data: Json = body?.data;
    if (!Array.isArray(data)) return undefined;
    const isWhole = !hasMore({ body, link: answer?.headers.get('link') }, data.length);
    return { records: data.filter((record) => record instanceof Object), isWhole };
  }

  async #isRemoved(removal: Removal): Promise<boolean> {
    const answer = await this.#send('DELETE', removal);
    return answer !== undefined && (isSuccess(answer) || answer.status === 404);
  }

  /** Undefined if there was no answer, twice: a list or a removal can be repeated. */
  async #send(method: string, { path, token }: Removal): Promise<ReceivedAnswer | undefined> {
    const send = () => this.#context.send(method, path, requestInit({ token }));
    return send()
      .catch(send)
      .catch(() => undefined);
  }

  #save(): Promise<void> {
    const entry = {
      run: this.#context.settings.run,
      kinds: [...this.#kinds],
      bookmarks: [...this.#bookmarks.values()],
    };
    // What was created before is still removed.
    const written = this.#writing.then(() => this.#ledger?.write(entry));
    this.#writing = written.catch((error) => {
      this.failure ??= { error };
    });
    return this.#writing;
  }
}
