import type { Match } from '../protocol/service.js';
import type { Note } from '../session/request-journal.js';
import type { State } from '../state/state.js';

/** How many answers are remembered at once, and how many characters they may have together. */
const ANSWER_LIMIT = 256;
const CHARACTER_LIMIT = 128 * 1024;

/** What is sent where nothing is wrong, and what the journal notes of it. */
export interface Success {
  readonly status: 200;
  /** JSON. */
  readonly body: string;
  readonly note: Note;
}

/** A success without the id of the request that it was given to, and the way that the request took. */
export interface Remembered {
  readonly match: Match;
  /** JSON, up to the id. */
  readonly head: string;
  /** What comes after the id; undefined where the answer does not tell it. */
  readonly tail: string | undefined;
  readonly note: Note;
}

/**
 * The latest answers to reads. A read depends on its URL, its token, the records and the time alone, so that while no record
 * and no time changes, what was answered once is the answer; with the first change all are forgotten.
 */
export class Answers {
  readonly #state: State;
  /** By URL, and then by credentials: to look twice is faster than to join them. */
  readonly #answers = new Map<string, Map<string | null, Remembered>>();
  #size = 0;
  #characters = 0;
  #revision = 0;
  #now = 0;

  constructor(state: State) {
    this.#state = state;
  }

  /** What a request was answered before. */
  find({ method, url, headers }: Request): Remembered | undefined {
    if (method !== 'GET' || !this.#isCurrent()) return undefined;
    return this.#answers.get(url)?.get(headers.get('authorization'));
  }

  /** `id` is that of the request where the answer tells it: the first such text in it is the one to replace. */
  remember({ url, headers }: Request, match: Match, { body, note }: Success, id: string | undefined): void {
    if (!this.#isCurrent()) this.#forget();
    const credentials = headers.get('authorization');
    const length = url.length + (credentials?.length ?? 0) + body.length;
    if (length > CHARACTER_LIMIT) return;
    if (this.#size === ANSWER_LIMIT || this.#characters + length > CHARACTER_LIMIT) this.#forget();
    const [head = '', tail] = id === undefined ? [body] : splitAt(body, id);
    const ofUrl = this.#answers.get(url) ?? new Map<string | null, Remembered>();
    this.#answers.set(url, ofUrl.set(credentials, { match, head, tail, note }));
    this.#size++;
    this.#characters += length;
  }

  #isCurrent(): boolean {
    return this.#revision === this.#state.revision && this.#now === this.#state.clock.now;
  }

  #forget(): void {
    this.#answers.clear();
    this.#size = this.#characters = 0;
    this.#revision = this.#state.revision;
    this.#now = this.#state.clock.now;
  }
}

/** What answers the request of an id as another one was answered. */
export function repeated({ head, tail, note }: Remembered, id: string): Success {
  return { status: 200, body: tail === undefined ? head : head + id + tail, note };
}

function splitAt(text: string, part: string): [string, string] {
  const start = text.indexOf(part);
  return [text.slice(0, start), text.slice(start + part.length)];
}
