import { getOrInsert } from '../../src/foundation/get-or-insert.js';
import { machineTime } from '../../src/foundation/machine.js';
import type { ApiName } from '../../src/protocol/service.js';
import type { Sending } from './api.js';
import { apiRequest } from './api-routes.js';
import { Findings } from './findings.js';
import type { Result } from './report.js';

/** The status that the mock has for every success. */
const SUCCESS = 200;

/**
 * The statuses of the successes of a run. Most cases accept any success: if they did not, a server that answers POST with 201 would
 * differ in almost every case.
 */
export class SuccessStatuses {
  readonly #findings = new Map<ApiName, Findings>();

  /** Compares the status of a success. */
  add({ api, method, path }: Sending, status: number): void {
    const findings = getOrInsert(this.#findings, api, () => new Findings());
    const route = apiRequest(method, `http://localhost${path}`)?.route;
    if (status === SUCCESS || route === undefined) return;
    const place = `${method} ${route.path}`;
    findings.add({
      where: `${status} ${place}: must have the status ${SUCCESS}`,
      problem: `must have the status ${SUCCESS}, but has ${status}`,
      first: { at: machineTime(), request: `${method} ${path}`, status, path: place },
    });
  }

  /** What the successes of an API have shown, as the result of one more case. */
  resultOf(api: ApiName): Result {
    const about = { id: `${api}/status`, title: `every success has the status ${SUCCESS}`, ids: ['X2'] };
    const findings = this.#findings.get(api)?.all;
    if (findings === undefined) return { ...about, outcome: 'could not tell', missing: 'a success', findings: [] };
    return { ...about, outcome: findings.length === 0 ? 'agrees' : 'differs', findings };
  }
}
