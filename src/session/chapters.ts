import * as z from 'zod/mini';
import { Clock, parseInstant, withinRange } from '../foundation/clock.js';
import { didYouMean } from '../foundation/did-you-mean.js';
import { formatValue } from '../foundation/format-value.js';
import { methodsFromCaller } from '../foundation/from-caller.js';
import { notFound } from '../foundation/mock-error.js';
import type { Chapter } from '../scenario/chapter.js';
import type { Scenario } from '../scenario/scenario.js';
import type { Image } from '../state/state.js';
import type { Session } from './session.js';

/** A chapter as a mock lists it. */
export const listedChapter = z.strictObject({
  /** The title as it stands in addresses. */
  name: z.string(),
  /** The title as it was declared. */
  title: z.string(),
  /** The time, in ISO 8601, UTC. */
  at: z.iso.datetime(),
  /** Whose view it shows, the key of a persona or the e-mail of a user; null for any. */
  as: z.nullable(z.string()),
  /** What the presenter should know; null for nothing. */
  note: z.nullable(z.string()),
});
export type ListedChapter = Readonly<z.output<typeof listedChapter>>;

/** The chapters of a mock: the named moments of its scenario. */
export class MockChapters {
  // The scenario is that of its baseline; which chapter is the current one follows from its clock.
  readonly #session: Session;

  /** @internal */
  constructor(session: Session) {
    this.#session = session;
  }

  /** In the order of their times. */
  list(): ListedChapter[] {
    const { baseline } = this.#session;
    return (this.#scenario?.chapters ?? []).map((one) => {
      const { name, title, as = null, note = null } = one;
      return { name, title, at: this.#timeOf(one, baseline), as, note };
    });
  }

  /** The name of the last chapter whose time has come by the clock; null before the first. */
  get current(): string | null {
    const { now } = this.#session.state.clock;
    return this.list().findLast(({ at }) => parseInstant(at) <= now)?.name ?? null;
  }

  /**
   * Goes to a chapter: the state becomes that of the scenario at its time. Fault rules and journal are cleared, as by a reset.
   * @throws MockError `not_found` for an unknown name, and the errors of `prepare`; then nothing has changed.
   */
  go(name: string): ListedChapter {
    const session = this.#session;
    return session.run({ kind: 'call', call: 'chapters.go' }, () => {
      session.restore(this.#imageOf(this.#get(name)));
      return this.list().find((one) => one.name === name) as ListedChapter;
    });
  }

  get #scenario(): Scenario | undefined {
    const { scenario } = this.#session.origin;
    return this.#session.shared.registry.scenarios.find(({ name }) => name === scenario);
  }

  #get(name: string): Chapter {
    const chapters = this.#scenario?.chapters ?? [];
    const found = chapters.find((one) => one.name === name);
    if (found !== undefined) return found;
    const names = chapters.map((one) => one.name);
    const available =
      names.length === 0
        ? `The scenario ${this.#session.origin.scenario} has none`
        : `Available: ${names.join(', ')}${didYouMean(name, { count: names.length, list: () => names })}`;
    throw notFound(`There is no chapter ${formatValue(name)}. ${available}`);
  }

  /** The time of a chapter: as long after the start of the baseline as it is after the scenario's clock, or the last time of a clock. */
  #timeOf({ at }: Chapter, baseline: Image): string {
    const start = parseInstant((this.#scenario as Scenario).clock);
    const now = withinRange(parseInstant(baseline.clock.now) + parseInstant(at) - start);
    return new Clock({ now, frozen: true }).toString();
  }

  /** The state of a chapter. It is made once for all sessions, so that going back to it is exact and quick. */
  #imageOf(chapter: Chapter): Image {
    const { baseline } = this.#session;
    const clock = { ...baseline.clock, now: this.#timeOf(chapter, baseline) };
    return this.#session.shared.registry.chapterImage({ ...baseline, clock }, chapter, baseline);
  }

  static {
    methodsFromCaller(MockChapters.prototype);
  }
}
