import type { Finding } from './report.js';

/** The differences of many answers, each once, with the number of answers that have it. */
export class Findings {
  readonly #byWhere = new Map<string, Finding>();

  /** Counts an answer with a difference. Returns the finding if no answer before had it. */
  add(found: Omit<Finding, 'count'>): Finding | undefined {
    const earlier = this.#byWhere.get(found.where);
    const finding = { ...(earlier ?? found), count: (earlier?.count ?? 0) + 1 };
    this.#byWhere.set(found.where, finding);
    return earlier === undefined ? finding : undefined;
  }

  /** In the order in which they were found. */
  get all(): readonly Finding[] {
    return [...this.#byWhere.values()];
  }
}
