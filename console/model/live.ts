import { batch, effect, type Signal, signal } from '@preact/signals';
import type { HistoryEntry, JournalEntry } from 'briefs-mock';
import type { EventSourceMessage } from 'eventsource-parser/stream';
import { type ControlApi, ControlError } from './control-api.js';
import { openEvents } from './event-stream.js';
import { pause } from './pause.js';
import { whileVisible } from './while-visible.js';

/** What can change without an action of the console; a view reloads the part that it shows. */
const topics = ['state', 'journal', 'faults', 'clock', 'snapshots', 'tokens', 'sessions'] as const;
export type Topic = (typeof topics)[number];

export type Connection = 'connecting' | 'live' | 'lost' | 'no session';

/** The number of requests that the journal of a session keeps. */
export const KEPT_REQUESTS = 1000;
/** Milliseconds between two attempts to connect. */
const RETRY = 1500;

/** The least number of milliseconds between two times that the page takes in what has arrived. Nobody reads faster. */
const PACE = 100;

/**
 * Follows a session through `GET /__mock/events`. What arrives is applied in one frame, and then after a moment, so that a busy
 * mock costs the page hardly more than a calm one.
 */
export class Live {
  readonly #api: ControlApi;
  readonly connection = signal<Connection>('connecting');
  /** Why the connection is lost. */
  readonly problem = signal('');
  /** Counts the changes of each topic. */
  readonly versions = Object.fromEntries(topics.map((topic) => [topic, signal(0)])) as Record<Topic, Signal<number>>;
  /**
   * Counts how often everything must be loaded. It stays 0 until the mock is followed, because a change before that could be missed.
   * Then it counts when the mock was away: the server may be another one, with the same numbers.
   */
  readonly loads = signal(0);
  /** Whether the mock keeps a history. */
  readonly hasHistory = signal(true);
  /** The journal of the session, newest first. */
  readonly requests = signal<readonly JournalEntry[]>([]);
  /** Requests that arrived while the list was paused. */
  readonly held = signal(0);
  readonly isPaused = signal(false);
  /** The last changes, by the number of their revision. */
  readonly changes = signal<ReadonlyMap<number, HistoryEntry>>(new Map());
  /** While this is true, or the list is paused, rows stay where they are: new requests wait, but a known one is updated. */
  #isStill = false;
  #changed: HistoryEntry[] = [];
  #waiting: JournalEntry[] = [];
  #touched = new Set<Topic>();
  #isScheduled = false;
  #lastFrame = -PACE;
  /** The window that shows the console. If the panel is in a window of its own, the page behind it may be hidden, and draws nothing. */
  #window: Window = window;
  #lastId = '';

  constructor(api: ControlApi) {
    this.#api = api;
  }

  /** Whether the page is visible. */
  get isVisible(): boolean {
    return this.#window.document.visibilityState === 'visible';
  }

  /** Follows the present session, and the one that is entered later, while a page is visible. Returns a function that ends it. */
  start(page: Document): () => void {
    this.#window = page.defaultView as Window;
    return effect(() => {
      // Read here, so that a change of session or token reconnects.
      void [this.#api.session.value, this.#api.token.value];
      this.#lastId = '';
      // A page that nobody sees follows nothing.
      this.loads.value = this.isVisible ? 0 : 1;
      this.#waiting = [];
      this.#changed = [];
      this.held.value = 0;
      this.requests.value = [];
      this.changes.value = new Map();
      this.connection.value = 'connecting';
      return whileVisible(page, (signal) => void this.#follow(signal));
    });
  }

  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let ended: Connection = 'lost';
      try {
        // A proxy can hold back the answer until the first event.
        void pause(RETRY, signal).then(() => signal.aborted || this.#expectLoaded());
        const events = await openEvents(this.#api, signal, this.#lastId);
        if (this.#lastId === '') await this.#loadAll(signal);
        else if (this.connection.value !== 'live') this.loads.value++;
        batch(() => {
          this.connection.value = 'live';
          this.problem.value = '';
        });
        await this.#read(events, signal);
        if (signal.aborted) return;
      } catch (error) {
        // The next token connects again.
        if (signal.aborted || this.#api.needsToken.value) return;
        this.problem.value = error instanceof Error ? error.message : String(error);
        // There is none, or none can have that name.
        const isMissing = error instanceof ControlError && [400, 404].includes(error.status);
        if (isMissing && this.#api.session.value !== null) ended = 'no session';
      }
      this.#expectLoaded();
      // Somebody may create the session too.
      this.connection.value = ended;
      await pause(RETRY, signal);
    }
  }

  async #read(events: ReadableStreamDefaultReader<EventSourceMessage>, signal: AbortSignal): Promise<void> {
    for (;;) {
      const { done, value } = await events.read();
      if (done || signal.aborted) return;
      await this.#receive(value.event ?? 'message', value.data, signal);
      // What the event asks to load may have been given up, and then the event must come again.
      if (value.id !== undefined) this.#lastId = value.id;
    }
  }

  async #receive(event: string, data: string, signal: AbortSignal): Promise<void> {
    if (event === 'request') {
      this.#waiting.push(JSON.parse(data) as JournalEntry);
      this.#touch('journal');
    } else if (event === 'change') {
      const entry = JSON.parse(data) as HistoryEntry;
      this.#changed.push(entry);
      this.#touch('state', 'clock');
      // A reset or restore empties the journal and removes fault rules and tokens.
      if (entry.cause.kind !== 'request') this.#touch('tokens', 'faults');
    } else if (event === 'steered') {
      const { what } = JSON.parse(data) as { what: Topic };
      this.#touch(what);
      if (what === 'journal') await this.#loadRequests(signal);
    } else if (event === 'sessions') {
      this.#touch('sessions');
    } else if (event === 'missed') {
      await this.#loadAll(signal);
    }
  }

  /** Lets views load although the mock is not followed, so that they show what they get. */
  #expectLoaded(): void {
    if (this.loads.value === 0) this.loads.value = 1;
  }

  async #loadAll(signal: AbortSignal): Promise<void> {
    this.loads.value++;
    const history = await this.#loadHistory(signal);
    this.#changed = [];
    this.changes.value = new Map(history.map((entry) => [entry.revision, entry]));
    await this.#loadRequests(signal);
  }

  async #loadHistory(signal: AbortSignal): Promise<readonly HistoryEntry[]> {
    try {
      const history = await this.#load<HistoryEntry>('/__mock/history', signal);
      this.hasHistory.value = true;
      return history;
    } catch (error) {
      if (error instanceof ControlError && error.status === 404) {
        this.hasHistory.value = false;
        return [];
      }
      throw error;
    }
  }

  async #loadRequests(signal: AbortSignal): Promise<void> {
    const requests = await this.#load<JournalEntry>('/__mock/requests', signal);
    this.#waiting = [];
    this.held.value = 0;
    this.requests.value = requests.toReversed();
  }

  /** @throws the reason of the signal if another session was entered before the answer arrived, and a ControlError */
  async #load<Entry>(path: string, signal: AbortSignal): Promise<readonly Entry[]> {
    const { data } = await this.#api.get<{ data: readonly Entry[] }>(path, { limit: KEPT_REQUESTS });
    signal.throwIfAborted();
    return data;
  }

  #touch(...changed: Topic[]): void {
    for (const topic of changed) this.#touched.add(topic);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#schedule();
  }

  /** Applies what has arrived in a frame of the page, not too soon after the last one. */
  #schedule(): void {
    const draw = () =>
      this.#window.requestAnimationFrame(() => {
        this.#lastFrame = performance.now();
        this.#isScheduled = false;
        this.#apply();
      });
    const early = this.#lastFrame + PACE - performance.now();
    if (early > 0) this.#window.setTimeout(draw, early);
    else draw();
  }

  #apply(): void {
    batch(() => {
      for (const topic of this.#touched) this.versions[topic].value++;
      this.#touched.clear();
      this.#applyChanges();
      if (this.#waiting.length === 0) return;
      const isStill = this.isPaused.value || this.#isStill;
      const { list, added } = merged(this.#waiting, this.requests.value);
      this.requests.value = isStill ? list : [...added, ...list].slice(0, KEPT_REQUESTS);
      // The journal keeps no more than this either.
      this.#waiting = isStill ? added.reverse().slice(-KEPT_REQUESTS) : [];
      this.held.value = this.#waiting.length;
    });
  }

  #applyChanges(): void {
    if (this.#changed.length === 0) return;
    const entries = [...this.changes.value, ...this.#changed.map((entry) => [entry.revision, entry] as const)];
    this.changes.value = new Map(entries.slice(-KEPT_REQUESTS));
    this.#changed = [];
  }

  /** Keeps the rows where they are, or lets new ones in. */
  keepStill(isStill: boolean): void {
    if (isStill === this.#isStill) return;
    this.#isStill = isStill;
    this.#apply();
  }

  /** Stops the list of requests, or lets it go on. */
  pause(isPaused: boolean): void {
    batch(() => {
      this.isPaused.value = isPaused;
      this.held.value = 0;
      this.#apply();
    });
  }
}

/** The list with those entries replaced that have changed, because an answer was held back; and the new ones, newest first. */
function merged(arrived: readonly JournalEntry[], kept: readonly JournalEntry[]) {
  const latest = new Map(arrived.map((entry) => [entry.entry, entry]));
  const list = kept.map((entry) => {
    const newer = latest.get(entry.entry);
    latest.delete(entry.entry);
    return newer ?? entry;
  });
  return { list, added: [...latest.values()].reverse() };
}
