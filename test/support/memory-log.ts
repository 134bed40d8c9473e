import { setImmediate as pause } from 'node:timers/promises';
import type { StoreLog } from 'briefs-mock/server';

type Batch = NonNullable<Parameters<StoreLog['exchange']>[1]>;
type StoredBatch = NonNullable<Awaited<ReturnType<StoreLog['exchange']>>>[number];
type Found = NonNullable<Awaited<ReturnType<StoreLog['find']>>>;

/** What can go wrong with one call of the store. */
export type Trouble = 'lost before' | 'lost after' | undefined;

/** A store that replicas of one process share. */
export class MemoryStore {
  batches: StoredBatch[] = [];
  /** All batches that were ever appended, in order. */
  readonly history: StoredBatch[] = [];
  #found: Found | undefined;
  #epoch = 0;
  #isTrimmed = false;
  #last = 0;
  /** The furthest position that a replica has executed. */
  #reached = 0;
  readonly #attempts = new Map<string, { count: number; due: number; isSurvived: boolean }>();
  readonly #refused = new Set<string>();
  /** The time of the store. */
  now = Date.UTC(2026, 2, 4);
  /** Decides what goes wrong with the next call. */
  trouble: () => Trouble = () => undefined;
  isAway = false;
  /** Whether it rejects what is appended, and how often it has. */
  isFull = false;
  rejected = 0;

  /** Loses everything. */
  empty(): void {
    this.#found = undefined;
    this.#isTrimmed = false;
    this.batches = [];
    this.#epoch++;
    this.#reached = 0;
    this.#attempts.clear();
    this.#refused.clear();
  }

  /** Loses what was appended last. */
  forget(count: number): void {
    this.batches.splice(Math.max(0, this.batches.length - count));
  }

  get checkpoint(): Found['checkpoint'] {
    return this.#found?.checkpoint;
  }

  /** The store as one replica reaches it. */
  connect(checkpointEvery = 15): StoreLog {
    let epoch = this.#epoch;
    let refusals = 0;
    const call = async <Result>(act: () => Result): Promise<Result> => {
      await pause();
      if (this.isAway) throw new Error('the store is away');
      const trouble = this.trouble();
      if (trouble === 'lost before') throw new Error('the connection was lost');
      const result = act();
      await pause();
      if (trouble === 'lost after') throw new Error('the connection was lost');
      return result;
    };
    return {
      checkpointEvery,
      find: () =>
        call(() => {
          epoch = this.#epoch;
          refusals = this.#refused.size;
          return this.#found && { ...this.#found, refused: [...this.#refused] };
        }),
      begin: (began, settings) =>
        call(() => {
          this.#found ??= { start: '0', began, settings: copy(settings), checkpoint: undefined };
        }),
      exchange: (position, batch) =>
        call(() => {
          if (epoch !== this.#epoch || this.#found === undefined || refusals !== this.#refused.size) return undefined;
          this.#reached = Math.max(this.#reached, Number(position));
          if (batch !== undefined && this.isFull) {
            this.rejected++;
            throw new Error('the store is full');
          }
          if (batch !== undefined) this.#append(batch);
          const { start } = this.#found;
          const i = this.batches.findIndex((one) => one.position === position);
          if (i === -1 && (position !== start || this.#isTrimmed)) return undefined;
          const isSurvived = (one: StoredBatch) => Number(one.position) <= this.#reached;
          return copy(this.batches.slice(i + 1, i + 201)).map((one) => ({ ...one, isSurvived: isSurvived(one) }));
        }),
      saveCheckpoint: async ({ position, pieces }) => {
        const kept: string[] = [];
        for (const piece of pieces) await call(() => kept.push(piece));
        await call(() => {
          const found = this.#found;
          const last = Number(found?.checkpoint?.position ?? 0);
          if (found === undefined || epoch !== this.#epoch || last >= Number(position)) return;
          this.#found = { ...found, checkpoint: { position, pieces: kept } };
          this.batches = this.batches.filter(({ position }) => Number(position) >= last);
          this.#isTrimmed = last > 0;
        });
      },
      attempt: (position, key) =>
        call(() => {
          const verdict = this.#verdictOn(position, key);
          if (verdict === 'refused') refusals++;
          return verdict;
        }),
      survive: (key) =>
        call(() => {
          const attempt = this.#attempts.get(key);
          if (attempt !== undefined) attempt.isSurvived = !this.#refused.has(key);
        }),
      close: async () => {},
    };
  }

  #verdictOn(position: string, key: string): 'execute' | 'wait' | 'refused' {
    const attempt = this.#attempts.get(key) ?? { count: 0, due: 0, isSurvived: false };
    this.#attempts.set(key, attempt);
    if (this.#refused.has(key)) return 'refused';
    if (attempt.isSurvived || this.#reached >= Number(position)) return 'execute';
    if (attempt.due > this.now) return 'wait';
    if (attempt.count === 2) {
      this.#refused.add(key);
      return 'refused';
    }
    attempt.count++;
    attempt.due = this.now + 10_000;
    return 'execute';
  }

  #append(batch: Batch): void {
    this.#last++;
    const { from, number, bodies } = copy(batch);
    const commands = JSON.parse(JSON.stringify(batch.commands));
    const stored = { from, number, commands, bodies, position: `${this.#last}`, at: this.now };
    this.batches.push(stored);
    this.history.push(stored);
  }
}

/** As it is sent over a network. */
function copy<Value>(value: Value): Value {
  return structuredClone(value);
}
