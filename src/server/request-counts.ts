import { METHODS } from 'node:http';
import { getOrInsert } from '../foundation/get-or-insert.js';
import type { Outcome } from '../protocol/listener.js';

/** The upper limits of the durations that are counted together, in seconds. A delay or a held answer can take minutes. */
export const DURATION_LIMITS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;

/** How many requests had the same API, method and status. */
export interface RequestCount {
  readonly api: string;
  readonly method: string;
  readonly status: number;
  readonly count: number;
}

/** How long the requests to an API took. */
export interface Durations {
  readonly api: string;
  /** The number of requests up to each limit, and above the limit before; the last one counts those above all limits. */
  readonly counts: readonly number[];
  /** In seconds. */
  readonly sum: number;
}

interface ApiCounts {
  /** By method, then by status. */
  readonly byMethod: Map<string, Map<number, number>>;
  readonly durations: number[];
  seconds: number;
}

/** HTTP/2 allows any method, and each is kept. */
const KNOWN_METHODS = new Set(METHODS);

/** Counts requests for the metrics. It runs for every request, so it only adds up numbers. It counts few different kinds. */
export class RequestCounts {
  readonly #byApi = new Map<string, ApiCounts>();

  count({ api, method, status, milliseconds }: Outcome): void {
    const seconds = milliseconds / 1000;
    const counts = getOrInsert(this.#byApi, api, noCounts);
    const known = KNOWN_METHODS.has(method) ? method : 'other';
    const byStatus = getOrInsert(counts.byMethod, known, () => new Map<number, number>());
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    let n = 0;
    while (n < DURATION_LIMITS.length && seconds > (DURATION_LIMITS[n] as number)) n++;
    counts.durations[n] = (counts.durations[n] as number) + 1;
    counts.seconds += seconds;
  }

  get requests(): RequestCount[] {
    return [...this.#byApi].flatMap(([api, { byMethod }]) =>
      [...byMethod].flatMap(([method, byStatus]) =>
        Array.from(byStatus, ([status, count]) => ({ api, method, status, count })),
      ),
    );
  }

  get durations(): Durations[] {
    return Array.from(this.#byApi, ([api, { durations, seconds }]) => ({ api, counts: durations, sum: seconds }));
  }
}

function noCounts(): ApiCounts {
  return { byMethod: new Map(), durations: new Array(DURATION_LIMITS.length + 1).fill(0), seconds: 0 };
}
