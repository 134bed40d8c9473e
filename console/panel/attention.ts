import { signal } from '@preact/signals';
import type { Fault, JournalEntry } from 'briefs-mock';
import { type ReadClock, readClock } from '../model/console-model.js';
import type { ControlApi } from '../model/control-api.js';
import { openEvents } from '../model/event-stream.js';
import { pause } from '../model/pause.js';
import { stored } from '../model/stored.js';
import { whileVisible } from '../model/while-visible.js';
import { hasSession } from './kept-session.js';

/** What the button of the panel tells. */
export interface Counts {
  /** Requests that failed since somebody last looked. */
  readonly refused: number;
  /** Fault rules that can still apply. */
  readonly faults: number;
  /** Answers that are held back. */
  readonly held: number;
}

const NO_COUNTS: Counts = { refused: 0, faults: 0, held: 0 };

/** How far somebody has looked. A mock that starts again counts its requests from 1, but the time goes on. */
interface LookedUntil {
  /** The number of the newest request. */
  readonly entry: number;
  /** When the last request was answered. */
  readonly time: string;
}

const NOTHING: LookedUntil = { entry: 0, time: '' };

/** How many of the last requests are read at the start. */
const READ = 100;
const RETRY = 3000;

/** Follows a session as long as the panel is closed and the page is visible, to say what deserves attention. */
export class Attention {
  readonly #api: ControlApi;
  readonly #ready: Promise<void>;
  readonly #seen = stored<LookedUntil>(() => sessionStorage, 'briefs-mock-console-seen');
  readonly counts = signal(NO_COUNTS);
  readonly #refused = new Set<number>();
  readonly #held = new Set<number>();
  #faults = 0;
  #newest = NOTHING;
  /** Whether what is loaded next counts as seen. */
  #hasLooked = false;
  readonly #onClock: (clock: ReadClock) => void;

  /**
   * @param ready resolves when the session is the one to follow
   * @param onClock gets the clock of the mock whenever it is read.
   */
  constructor(api: ControlApi, ready: Promise<void>, onClock: (clock: ReadClock) => void) {
    this.#api = api;
    this.#ready = ready;
    this.#onClock = onClock;
  }

  /** Somebody looks at the console: what failed until now is known. */
  look(): void {
    this.#seen.set(this.#newest);
    this.#refused.clear();
  }

  /** Starts to follow. Returns a function that ends it. */
  follow({ hasLooked }: { readonly hasLooked: boolean }): () => void {
    this.#hasLooked = hasLooked;
    // Those of before the panel was opened hold no longer.
    this.counts.value = NO_COUNTS;
    return whileVisible(document, (signal) => void this.#follow(signal));
  }

  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#expectSession();
        const events = await openEvents(this.#api, signal);
        await this.#load(signal);
        if (this.#hasLooked) this.look();
        this.#hasLooked = false;
        this.#tell();
        for (;;) {
          const { done, value } = await events.read();
          if (done) break;
          await this.#receive(value.event ?? '', value.data, signal);
          this.#tell();
        }
      } catch {
        // The console asks for a missing token, and says what is wrong.
        if (this.#api.needsToken.value) return;
      }
      await pause(RETRY, signal);
    }
  }

  /**
   * The session of a page starts with its first request.
   * @throws Error if the session does not exist
   */
  async #expectSession(): Promise<void> {
    await this.#ready;
    const name = this.#api.session.value;
    if (name !== null && !(await hasSession(this.#api, name))) throw new Error(`There is no session "${name}" yet`);
  }

  async #receive(event: string, data: string, signal: AbortSignal): Promise<void> {
    if (event === 'request') {
      const entry = JSON.parse(data) as JournalEntry;
      this.#add(entry);
      // A rule may have been used up.
      if (entry.faults.length > 0) await this.#loadFaults();
    } else if (event === 'change') {
      // A reset or restore empties the journal and removes fault rules.
      if ((JSON.parse(data) as { cause: { kind: string } }).cause.kind !== 'request') await this.#load(signal);
    } else if (event === 'steered' || event === 'missed') await this.#load(signal);
  }

  #add({ entry, held, reason, status, wall_time: answered }: JournalEntry): void {
    const { entry: newest, time } = this.#newest;
    this.#newest = { entry: Math.max(newest, entry), time: answered > time ? answered : time };
    if (held) this.#held.add(entry);
    else this.#held.delete(entry);
    const hasFailed = reason !== undefined && (status >= 400 || status === 0);
    const seen = this.#seen.get() ?? NOTHING;
    const isSeen = entry <= seen.entry && answered <= seen.time;
    if (hasFailed && !held && !isSeen) this.#refused.add(entry);
  }

  async #load(signal: AbortSignal): Promise<void> {
    const { data } = await this.#api.get<{ data: JournalEntry[] }>('/__mock/requests', { limit: READ });
    signal.throwIfAborted();
    this.#held.clear();
    this.#refused.clear();
    this.#newest = NOTHING;
    for (const entry of data) this.#add(entry);
    await this.#loadFaults();
    await this.readClock();
  }

  /** Tells the time of the mock. */
  async readClock(): Promise<void> {
    this.#onClock(await readClock(this.#api));
  }

  async #loadFaults(): Promise<void> {
    const { data } = await this.#api.get<{ data: Fault[] }>('/__mock/faults');
    this.#faults = data.filter(({ times, hits }) => times === undefined || hits < times).length;
  }

  #tell(): void {
    this.counts.value = { refused: this.#refused.size, faults: this.#faults, held: this.#held.size };
  }
}
