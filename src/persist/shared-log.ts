import * as z from 'zod/mini';
import { MockError, malformed } from '../foundation/mock-error.js';
import { thrownText } from '../foundation/thrown-text.js';
import { expectValid } from '../foundation/validate.js';
import { version } from '../foundation/version.js';
import { EntryWriter } from '../session/entry-writer.js';
import { headerFor, LoggedSessions, readHeader } from '../session/log-entries.js';
import type { SessionImage } from '../session/session-image.js';
import type { SessionEvent } from '../session/sink.js';
import { toSnapshot } from '../state/snapshot.js';
import type { Image } from '../state/state.js';
import { Merge, type MergeParts, type SavedSessions } from './merge.js';
import type { PersistStorage, StoredText } from './storage.js';

/** The number of texts after which all are replaced by one. Loading applies each text. */
const TEXT_LIMIT = 100;

const storedText = z.strictObject({
  /** The machine's time when it was written, in milliseconds since 1970. */
  at: z.number(),
  /** Entries of a log. Those of the first text begin with the header. */
  entries: z.array(z.looseObject({})),
});

/** Answers a request, and calls `onHandled` when everything that the request changes has changed. */
type Handle<Answer> = (onHandled: () => void) => Answer | Promise<Answer>;

export interface SharedLogParts extends MergeParts {
  readonly storage: PersistStorage;
  /** Called, once, when the storage can no longer be used, with the reason. */
  readonly onEnd: (reason: string) => void;
  /** Receives what else users must know. */
  readonly warn: (message: string) => void;
}

/**
 * Keeps the sessions of a mock in a storage that other mocks may share, as a log of their changes since the baseline. The mocks
 * take turns: in its turn, a mock first does what others have written, and ends the turn when what it wrote itself is kept.
 */
export class SharedLog {
  /** Whether the mock began with what the storage had. */
  isRestored = false;
  readonly #parts: SharedLogParts;
  /** The fingerprint of the records that all entries start from. */
  readonly #fingerprint: string;
  #logged: LoggedSessions;
  /** The position of the last text that was read or written, and the number of texts. */
  #position = 0;
  #texts = 0;
  #hasEnded = false;
  #isInTurn = false;
  /** Whether a turn was asked for that writes what calls in the process have changed. */
  #isFlushing = false;

  private constructor(parts: SharedLogParts) {
    this.#parts = parts;
    this.#fingerprint = fingerprintOf(parts.main.shared.initialBaseline);
    this.#logged = this.#begin();
  }

  /** Restores the sessions from the storage, or begins a new log. It has ended if the storage fails. */
  static async open(parts: SharedLogParts): Promise<SharedLog> {
    const { queue, storage } = parts;
    const log = new SharedLog(parts);
    try {
      await storage.lock(() => log.#load());
    } catch (error) {
      log.#end(thrownText(error));
    }
    storage.watch?.(() => log.#flushSoon());
    if (!queue.isEmpty) log.#flushSoon();
    return log;
  }

  /** Takes a turn for an event that was added outside of one. */
  eventAdded(): void {
    if (!this.#isInTurn) this.#flushSoon();
  }

  /** Whether the storage can no longer be used. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Runs `use` when the mock has done what others have written. Resolves when what `use` has changed is kept. If the storage
   * fails, `use` runs without it.
   */
  async turn(use: () => Promise<void> = async () => {}): Promise<void> {
    const { storage } = this.#parts;
    let isUsed = false;
    const useOnce = () => {
      isUsed = true;
      return use();
    };
    if (!this.#hasEnded) {
      try {
        await storage.lock(async () => {
          if (this.#hasEnded) return;
          this.#isInTurn = true;
          try {
            this.#follow(await storage.load(this.#position));
            await useOnce();
            await this.#write();
          } finally {
            this.#isInTurn = false;
          }
        });
      } catch (error) {
        this.#end(thrownText(error));
      }
    }
    if (!isUsed) await use();
  }

  /** Answers a request in a turn. The answer itself may follow later, for example because a fault rule delays it. */
  async answer<Answer>(handle: Handle<Answer>): Promise<Answer> {
    let answer: Promise<Answer> | undefined;
    await this.turn(
      () =>
        new Promise<void>((resolve) => {
          answer = (async () => handle(resolve))();
          // Not every request is handled by a route.
          const end = () => resolve();
          answer.then(end, end);
        }),
    );
    return answer as unknown as Promise<Answer>;
  }

  async #load(): Promise<void> {
    const { storage, warn } = this.#parts;
    const texts = await storage.load(0);
    try {
      this.#follow(texts);
      this.isRestored = texts.length > 0;
    } catch (error) {
      warn(`the kept state is not used, and the mock starts from scratch: ${thrownText(error)}`);
    }
    if (this.isRestored) await this.#write();
    else await this.#replace();
  }

  #flushSoon(): void {
    if (this.#isFlushing || this.#hasEnded) return;
    this.#isFlushing = true;
    void this.turn(async () => {
      this.#isFlushing = false;
    });
  }

  #end(reason: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#parts.onEnd(reason);
  }

  #begin(): LoggedSessions {
    const { shared } = this.#parts.main;
    return new LoggedSessions(shared, { image: shared.initialBaseline, isLogged: true, isBaseline: true });
  }

  async #write(): Promise<void> {
    const { queue, storage, main } = this.#parts;
    const { machine } = main.shared;
    const entries: object[] = [];
    const writer = new EntryWriter((more) => entries.push(...more), this.#logged);
    const at = machine.hold(() => {
      for (const event of this.#untilNow(queue.take())) writer.add(event);
      return machine.now;
    });
    // What happens from here on is written in another turn, so that others have theirs.
    this.#isInTurn = false;
    if (entries.length > 0) {
      this.#position = await storage.append(JSON.stringify({ at, entries }));
      this.#texts++;
    }
    if (this.#texts >= TEXT_LIMIT) await this.#replace();
  }

  /** Events, and the present image of each session that they changed: a clock that runs has gone on since. */
  #untilNow(events: readonly SessionEvent[]): SessionEvent[] {
    const { main, sessions } = this.#parts;
    const images = new Map<string | null, SessionImage>();
    for (const event of events) {
      if (event.kind !== 'ended') images.set(event.id, event.kind === 'began' ? event.image : event.after);
    }
    const present = [...images].flatMap(([id, before]): SessionEvent[] => {
      const session = id === null ? main : sessions.find(id);
      return session === undefined ? [] : [{ kind: 'changed', id, before, after: session.image }];
    });
    return [...events, ...present];
  }

  /** Replaces everything in the storage by the sessions as they are. */
  async #replace(): Promise<void> {
    const { main, sessions, queue, storage } = this.#parts;
    this.#logged = this.#begin();
    const entries: object[] = [headerFor(this.#fingerprint)];
    const writer = new EntryWriter((more) => entries.push(...more), this.#logged);
    queue.take();
    const { initialBaseline, machine } = main.shared;
    const at = machine.hold(() => {
      const { image } = main;
      const before = { ...image, baseline: initialBaseline, state: initialBaseline };
      writer.add({ kind: 'changed', id: null, before, after: image });
      for (const event of sessions.asEvents(main)) writer.add(event);
      return machine.now;
    });
    this.#position = await storage.replace(JSON.stringify({ at, entries }));
    this.#texts = 1;
  }

  /**
   * Does what others have written. What this mock has changed meanwhile, without a turn, is done again after it, or undone if it
   * does not fit.
   * @throws MockError if the texts cannot be applied; then no session has changed
   */
  #follow(texts: readonly StoredText[]): void {
    if (texts.length === 0) return;
    const { main, queue, warn } = this.#parts;
    const { machine, registry } = main.shared;
    const before: SavedSessions = new Map(this.#logged.sessions);
    const writtenAt = this.#read(texts);
    // It throws for an unknown one.
    for (const { origin } of this.#logged.sessions.values()) registry.scenario(origin.scenario);
    const own = queue.take();
    const isUndone = machine.hold(() => {
      const merge = new Merge(this.#parts, before, this.#logged.sessions);
      merge.install(writtenAt);
      // These changes came from others, so do not write them again.
      queue.take();
      return merge.repeat(own);
    });
    if (isUndone) {
      warn(
        'a change that a call in the process had made was undone, because the kept state has another change in its place; await mock.persisted() before such calls',
      );
    }
  }

  /** Applies texts to the log. Returns when the state of each session was changed last, in milliseconds since 1970. */
  #read(texts: readonly StoredText[]): ReadonlyMap<string | null, number> {
    const writtenAt = new Map<string | null, number>();
    for (const { position, text } of texts) {
      const { at, entries } = parse(text);
      const before: SavedSessions = new Map(this.#logged.sessions);
      for (const [i, entry] of entries.entries()) {
        // A text that replaced all others.
        if (i === 0 && ('format' in entry || this.#texts === 0)) {
          this.#checkHeader(entry);
          this.#logged = this.#begin();
          this.#texts = 0;
        } else {
          this.#logged.apply(entry);
        }
      }
      for (const [id, { image }] of this.#logged.sessions) if (before.get(id)?.image !== image) writtenAt.set(id, at);
      this.#position = position;
      this.#texts++;
    }
    return writtenAt;
  }

  /** @throws MockError `conflict` for the header of a log that this mock cannot continue, `malformed_data` for another entry */
  #checkHeader(entry: object): void {
    const { package: writer, file } = readHeader(entry);
    if (writer !== version) {
      throw new MockError('conflict', `version ${writer} of briefs-mock wrote it, and this is version ${version}`);
    }
    if (file !== this.#fingerprint) {
      throw new MockError('conflict', 'it began from another scenario, another seed, or other records of the scenario');
    }
  }
}

/** The fingerprint of an image without its clock, which can follow the machine's. */
function fingerprintOf(image: Image): string {
  return toSnapshot({ ...image, clock: { now: '1970-01-01T00:00:00.000Z', frozen: true } }).fingerprint;
}

/** @throws MockError `malformed_data` */
function parse(text: string): z.output<typeof storedText> {
  try {
    return expectValid(storedText, JSON.parse(text));
  } catch (error) {
    throw malformed(`it is damaged: ${thrownText(error)}`);
  }
}
