import { type ReadonlySignal, signal } from '@preact/signals';
import type { Fault, JournalEntry } from 'briefs-mock';
import type { ControlApi } from '../model/control-api.js';
import { openEvents, pause } from '../model/event-stream.js';
import { stored } from '../model/stored.js';

/** What the button of the panel tells. */
export interface Counts {
  /** Requests that failed since somebody last looked. */
  readonly refused: number;
  /** Fault rules that can still apply. */
  readonly faults: number;
  /** Answers that are held back. */
  readonly held: number;
}

const NONE: Counts = { refused: 0, faults: 0, held: 0 };
/** How many of the last requests are read at the start. */
const READ = 100;
const RETRY = 3000;

/** Follows a session as long as the panel is closed, to say what deserves attention. */
export class Attention {
  readonly #api: ControlApi;
  /** The number of the newest request when somebody last looked. */
  readonly #seen = stored<number>(() => sessionStorage, 'briefs-mock-console-seen');
  readonly #counts = signal(NONE);
  #refused = new Set<number>();
  #held = new Set<number>();
  #faults = 0;
  #newest = 0;
  readonly #onClock: (now: string) => void;

  /** @param onClock gets the time of the mock, at first and when it is set. */
  constructor(api: ControlApi, onClock: (now: string) => void) {
    this.#api = api;
    this.#onClock = onClock;
  }

  get counts(): ReadonlySignal<Counts> {
    return this.#counts;
  }

  /** Somebody looks at the console: what failed until now is known. */
  look(): void {
    this.#seen.set(this.#newest);
    this.#refused.clear();
  }

  /** Starts to follow. Returns a function that ends it. */
  follow({ hasLooked }: { readonly hasLooked: boolean }): () => void {
    const stop = new AbortController();
    void this.#follow(stop.signal, hasLooked);
    return () => stop.abort();
  }

  async #follow(signal: AbortSignal, hasLooked: boolean): Promise<void> {
    let isFirst = hasLooked;
    while (!signal.aborted) {
      try {
        const events = await openEvents(this.#api, signal);
        await this.#load();
        if (isFirst) this.look();
        isFirst = false;
        this.#tell();
        for (;;) {
          const { done, value } = await events.read();
          if (done) break;
          await this.#receive(value.event ?? '', value.data);
          this.#tell();
        }
      } catch {
        // The console asks for a missing token, and says what is wrong.
        if (this.#api.needsToken.value) return;
      }
      await pause(RETRY, signal);
    }
  }

  async #receive(event: string, data: string): Promise<void> {
    if (event === 'request') {
      const entry = JSON.parse(data) as JournalEntry;
      this.#add(entry);
      // A rule may have been used up.
      if (entry.faults.length > 0) await this.#loadFaults();
    } else if (event === 'change') {
      // A reset or restore empties the journal and removes fault rules.
      if ((JSON.parse(data) as { cause: { kind: string } }).cause.kind !== 'request') await this.#load();
    } else if (event === 'steered' || event === 'missed') await this.#load();
  }

  #add({ entry, held, reason, status }: JournalEntry): void {
    this.#newest = Math.max(this.#newest, entry);
    if (held) this.#held.add(entry);
    else this.#held.delete(entry);
    const hasFailed = reason !== undefined && (status >= 400 || status === 0);
    if (hasFailed && !held && entry > (this.#seen.get() ?? 0)) this.#refused.add(entry);
  }

  async #load(): Promise<void> {
    const { data } = await this.#api.get<{ data: JournalEntry[] }>('/__mock/requests', { limit: READ });
    this.#held.clear();
    this.#refused.clear();
    this.#newest = 0;
    // The mock has started again, and counts from 1.
    if ((data.at(-1)?.entry ?? 0) < (this.#seen.get() ?? 0)) this.#seen.set(0);
    for (const entry of data) this.#add(entry);
    await this.#loadFaults();
    await this.readClock();
  }

  /** Tells the time of the mock. */
  async readClock(): Promise<void> {
    this.#onClock((await this.#api.get<{ now: string }>('/__mock/clock')).now);
  }

  async #loadFaults(): Promise<void> {
    const { data } = await this.#api.get<{ data: Fault[] }>('/__mock/faults');
    this.#faults = data.filter(({ times, hits }) => times === undefined || hits < times).length;
  }

  #tell(): void {
    this.#counts.value = { refused: this.#refused.size, faults: this.#faults, held: this.#held.size };
  }
}
