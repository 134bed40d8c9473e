/** One place in which an answer differs from the mock's. */
export interface Deviation {
  /** `data[3].created_at`, `status`, `content-type` or `body`. */
  readonly path: string;
  /** What the mock does there. It is the same for every answer with this problem. */
  readonly rule: string;
  /** What this answer has instead, or why the mock does so. */
  readonly detail: string;
}

/** How an answer fits the answers before it. */
export interface Verdict {
  /** Whether earlier answers say anything about this one. */
  readonly isConclusive: boolean;
  readonly problems: readonly Deviation[];
}
