import * as z from 'zod/mini';
import { json, positiveInteger } from '../foundation/common-schemas.js';
import { malformedAt, notFound } from '../foundation/mock-error.js';
import { parseJson } from '../foundation/parse-json.js';
import { answerHeaders, answerStatus, bodyProblem } from './fault-rule.js';

/** The maximum number of answers that are held back in a session. */
export const HELD_LIMIT = 1000;

/** Why the journal lists a held answer whose client has left. */
export const ABORTED_WHILE_HELD = 'The client aborted the request while its answer was held back';

/** What is sent instead of a held answer. What is left out stays as it is. */
export const answerChange = z.strictObject({
  /** From 200 to 599. */
  status: z.optional(answerStatus),
  /** Headers of the answer, in addition to its own or in their place. */
  headers: z.optional(answerHeaders),
  /** Any JSON. Default: that of the answer, whatever the status. */
  body: z.optional(json),
});
export type AnswerChange = z.output<typeof answerChange>;

export const answerRelease = z.extend(answerChange, {
  /** The number of the request: its `entry` in the journal. */
  entry: positiveInteger,
});
export type AnswerRelease = z.input<typeof answerRelease>;

export const heldAnswer = z.strictObject({
  /** The number of the request: its `entry` in the journal. */
  entry: z.int(),
  /** The id of the fault rule that holds the answer back. */
  fault: z.int(),
  /** The method of the request, in upper case. */
  method: z.string(),
  /** The path of the request below the base URL and the session. */
  path: z.string(),
  /** The caller of the public API; null if the request has no valid token, or belongs to another API. */
  email: z.nullable(z.string()),
  /** The status that will be sent. */
  status: z.int(),
  /** The JSON that will be sent, or a text if it is not JSON. Absent if there is none. */
  body: z.optional(json),
});

/** An answer that a fault rule holds back. */
export type HeldAnswer = z.output<typeof heldAnswer>;

/** What is known of a held answer. A control call has no entry in the journal. */
interface AboutAnswer extends Omit<HeldAnswer, 'entry' | 'fault' | 'body'> {
  readonly entry: number | undefined;
  readonly body: string | undefined;
}

interface Held {
  /** The id of the fault rule that holds it back. */
  readonly rule: number;
  readonly about: AboutAnswer;
  readonly send: (change?: AnswerChange) => void;
}

/** An answer that a rule will hold back as soon as its route has answered. */
export type ComingAnswer = Pick<Held, 'rule'>;

/** The answers that the fault rules of a session hold back, in the order of their requests. */
export class HeldAnswers {
  readonly #held = new Set<Held>();
  readonly #coming = new Set<ComingAnswer>();

  get size(): number {
    return this.#held.size;
  }

  get isFull(): boolean {
    return this.size >= HELD_LIMIT;
  }

  /** The number of answers that a rule holds back, or will as soon as their routes have answered. */
  countOf(rule: number): number {
    return [...this.#held, ...this.#coming].filter((one) => one.rule === rule).length;
  }

  /** Expects an answer that a rule will hold back. */
  await(rule: number): ComingAnswer {
    const coming = { rule };
    this.#coming.add(coming);
    return coming;
  }

  /** Ends the waiting for an answer that is there. Returns whether to hold it back: its rule may be gone. */
  arrive(coming: ComingAnswer): boolean {
    return this.#coming.delete(coming);
  }

  /** Resolves when the answer is released, with what is to be sent instead, or when its request is aborted. */
  hold({ rule }: ComingAnswer, about: AboutAnswer, signal: AbortSignal): Promise<AnswerChange | undefined> {
    return new Promise((resolve) => {
      const send = (change?: AnswerChange) => {
        this.#held.delete(held);
        signal.removeEventListener('abort', abort);
        resolve(change);
      };
      const abort = () => send();
      const held: Held = { rule, about, send };
      this.#held.add(held);
      if (signal.aborted) send();
      else signal.addEventListener('abort', abort);
    });
  }

  /** Those of API requests. */
  list(): HeldAnswer[] {
    return [...this.#held].flatMap(({ rule: fault, about: { entry, body: text, ...about } }) => {
      if (entry === undefined) return [];
      // A fault rule may have truncated it.
      const body = text === undefined ? {} : { body: parseJson(text, text) as HeldAnswer['body'] };
      return [{ entry, fault, ...about, ...body }];
    });
  }

  /** Releases the answers that a rule holds back, or all, and returns their number. */
  release(rule?: number): number {
    const released = [...this.#held].filter((held) => rule === undefined || held.rule === rule);
    for (const { send } of released) send();
    return released.length;
  }

  /** Releases the answers of a rule that is gone, or of all, also those that are still to come. */
  releaseForGood(rule?: number): void {
    for (const coming of this.#coming) if (rule === undefined || coming.rule === rule) this.#coming.delete(coming);
    this.release(rule);
  }

  /** The held answer to a request. @throws MockError `not_found` */
  expect(entry: number): Held {
    const found = [...this.#held].find(({ about }) => about.entry === entry);
    if (found === undefined) throw notFound(`No answer to a request ${entry} is held back`);
    return found;
  }

  /** Releases one answer, changed if so wished. @throws MockError `not_found`; `malformed_data` for a body that would not be sent */
  releaseOne({ entry, ...change }: z.output<typeof answerRelease>): void {
    const { about, send } = this.expect(entry);
    const { status = about.status, body } = change;
    const isChanged = Object.values(change).some((value) => value !== undefined);
    if (status === 0 && isChanged)
      throw malformedAt('status', 'is required to change this answer, because its rule breaks the connection');
    const message = body === undefined ? undefined : bodyProblem(status);
    if (message !== undefined) throw malformedAt('body', message);
    send(isChanged ? change : undefined);
  }
}
