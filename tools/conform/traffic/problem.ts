/** One place in which an answer is not as the mock's. */
export interface Problem {
  /** `data[3].created_at`, `status`, `content-type` or `body`. */
  readonly path: string;
  /** What the mock does there. It is the same for every answer with this problem. */
  readonly rule: string;
  /** What this answer has instead, or why the mock does so. */
  readonly detail: string;
}

/** What an answer has in common with the answers before it. */
export interface Told {
  /** Whether earlier answers say anything about this one. */
  readonly isTold: boolean;
  readonly problems: readonly Problem[];
}
