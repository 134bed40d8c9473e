import type { State } from '../state/state.js';

/** How many answers are remembered at once, and how many characters they may have together. */
const ANSWER_LIMIT = 256;
const CHARACTER_LIMIT = 128 * 1024;

/** The JSON of an answer, without the id of the request that it was given to. */
interface Remembered {
  readonly head: string;
  /** What comes after the id; undefined where the answer does not tell it. */
  readonly tail: string | undefined;
}

/**
 * The latest answers to reads. A read depends on the request, the records and the time alone, so that while no record and
 * no time changes, what was answered once is the answer; with the first change all are forgotten.
 */
export class Answers {
  readonly #state: State;
  readonly #answers = new Map<string, Remembered>();
  #characters = 0;
  #revision = 0;
  #now = 0;

  constructor(state: State) {
    this.#state = state;
  }

  /** The JSON that answers a request again, under its own id. */
  find(request: string, id: string): string | undefined {
    if (!this.#isCurrent()) return undefined;
    const answer = this.#answers.get(request);
    if (answer === undefined) return undefined;
    return answer.tail === undefined ? answer.head : answer.head + id + answer.tail;
  }

  /** `id` where the answer tells it: there, and before anything else that could be the same. */
  remember(request: string, json: string, id: string | undefined): void {
    if (!this.#isCurrent()) this.#forget();
    const length = request.length + json.length;
    if (length > CHARACTER_LIMIT) return;
    if (this.#answers.size === ANSWER_LIMIT || this.#characters + length > CHARACTER_LIMIT) this.#forget();
    const [head = '', tail] = id === undefined ? [json] : splitAt(json, id);
    this.#answers.set(request, { head, tail });
    this.#characters += length;
  }

  #isCurrent(): boolean {
    return this.#revision === this.#state.revision && this.#now === this.#state.clock.now;
  }

  #forget(): void {
    this.#answers.clear();
    this.#characters = 0;
    this.#revision = this.#state.revision;
    this.#now = this.#state.clock.now;
  }
}

function splitAt(text: string, part: string): [string, string] {
  const start = text.indexOf(part);
  return [text.slice(0, start), text.slice(start + part.length)];
}
